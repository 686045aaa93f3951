"""Count cribbage hands and cribs."""

from crib_count.cards import DECK, Card, CardError, CribbageError, read_card, read_cards
from crib_count.counting import Count, HandError, Item, count_hand, score_hand
from crib_count.lists import ReadingError
from crib_count.pegging import Pegging, Play, PlayError, PlayersError, score_play
from crib_count.reading import read_plays

__version__ = "1.0.0"

__all__ = [
    "DECK",
    "Card",
    "CardError",
    "Count",
    "CribbageError",
    "HandError",
    "Item",
    "Pegging",
    "Play",
    "PlayError",
    "PlayersError",
    "ReadingError",
    "count_hand",
    "read_card",
    "read_cards",
    "read_plays",
    "score_hand",
    "score_play",
]
