"""The compiled kernel and the reference of this game."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from app.engine.kernel import Extension, Kernel, Twins, load
from app.games.laplaplus.battle import REASONS, decide
from app.games.laplaplus.cards import CARDS, Card
from app.games.laplaplus.codes import encode_cards

SOURCE: Final = Path(__file__).with_name("_kernel.c")


def kernel_for(cards: Sequence[Card], extension: Extension) -> Kernel:
    """The kernel, ready for these cards. Raises `Unusable` if it has no word for an ability of one of them."""
    ids = [card.id for card in cards]
    return Kernel.of(extension, REASONS, ids, partial(encode_cards, cards))


TWINS: Final = Twins.of(
    decide,
    REASONS,
    lambda: kernel_for(CARDS, load(f"{__package__}._kernel", SOURCE)),
    battles=2_000_000,
)
