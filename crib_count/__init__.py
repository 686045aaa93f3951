"""Count cribbage hands and cribs."""

from crib_count.cards import DECK, Card, CardError, CribbageError, read_card, read_cards
from crib_count.counting import Count, HandError, Item, count_hand, score_hand

__version__ = "1.0.0"

__all__ = [
    "DECK",
    "Card",
    "CardError",
    "Count",
    "CribbageError",
    "HandError",
    "Item",
    "count_hand",
    "read_card",
    "read_cards",
    "score_hand",
]
