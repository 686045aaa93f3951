"""Which four of six cards to keep: the average of each choice over every starter.

Usage: python best_keep.py H5 S6 C7 DJ HQ C2
"""

import sys
from itertools import combinations

from crib_count import DECK, Card, CribbageError, read_cards, score_hand


def average(keep: tuple[Card, ...], dealt: tuple[Card, ...]) -> float:
    """Return the average points of four cards over the starters that may be cut."""
    starters = [card for card in DECK if card not in dealt]
    return sum(score_hand(keep, starter) for starter in starters) / len(starters)


def main(text: str) -> None:
    """Print the five best choices."""
    dealt = read_cards(text)
    if len(set(dealt)) < 5:
        sys.exit(__doc__)
    choices = [(average(keep, dealt), keep) for keep in combinations(dealt, 4)]
    for points, keep in sorted(choices, reverse=True)[:5]:
        print(f"{points:5.2f}  {' '.join(map(str, keep))}")


if __name__ == "__main__":
    try:
        main(" ".join(sys.argv[1:]))
    except CribbageError as error:
        sys.exit(str(error))
