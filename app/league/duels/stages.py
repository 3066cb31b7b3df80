"""The stages of a duel: what is asked of each, and whether they have sent it."""

from app.store.tables import Duel, Duelist, DuelStage


def has_sent(duel: Duel, duelist: Duelist) -> bool:
    """Whether what this stage asks of them is here."""
    return (duelist.shown if duel.stage is DuelStage.OPEN else duelist.build) is not None
