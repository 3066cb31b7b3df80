"""The stages of a duel: what each asks of both players, and whether they have sent it."""

from typing import Final

from app.store.tables import Duel, Duelist, DuelStage

SENDING: Final = (DuelStage.OPEN, DuelStage.WHOLE)
"""The stages in which both players must do something before a deadline."""


def has_sent(duel: Duel, duelist: Duelist) -> bool:
    """Whether what this stage asks of them is here."""
    return (duelist.shown if duel.stage is DuelStage.OPEN else duelist.build) is not None
