"""The organiser's next step in a season, as one button."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from app.i18n import N_
from app.league import visibility
from app.store.tables import Season, SeasonState


@dataclass(frozen=True, slots=True)
class DeskStep:
    """The next step: the name of its button, the end of its address on the desk, and a sentence about it."""

    name: str
    path: str
    words: str


_STEPS: Final = {
    SeasonState.DRAFT: DeskStep(
        N_("Review and open"),
        "/review",
        N_("This is a draft. Only organisers see it."),
    ),
    SeasonState.OPEN: DeskStep(
        N_("Overview"),
        "/review",
        N_("It takes entries."),
    ),
    SeasonState.CLOSED: DeskStep(
        N_("Play all battles"),
        "/acts/run",
        N_("Entries are closed."),
    ),
    SeasonState.RUNNING: DeskStep(
        N_("Progress"),
        "",
        N_("The battles are being played. You need not do anything."),
    ),
    SeasonState.REVIEW: DeskStep(
        N_("Review and publish"),
        "/review",
        N_("All battles are played. Only organisers see the results yet."),
    ),
}


_ANNOUNCED: Final = DeskStep(
    N_("Review again"),
    "/review",
    N_(
        "At that moment the results become public and the letters are sent, automatically. "
        "Until then you can choose another moment or cancel it."
    ),
)


_UNARRANGED: Final = DeskStep(
    N_("Decide how matches are played"),
    "/settings#matches",
    N_("It is not decided yet how matches are played. Decide that before you open the season."),
)


_LACKING: Final = DeskStep(
    N_("Run it anyway"),
    "/acts/close",
    N_(
        "Its deadline has passed with too few entries. "
        "Close it now to play with the entries there are. "
        "Otherwise it is called off an hour after you were told. "
        "If you decided on an extension, its deadline moves once instead."
    ),
)


def next_step(season: Season, now: datetime, *, is_arranged: bool = True) -> DeskStep | None:
    """None if there is nothing to do: its results are out, or it waits for its announced deadline.

    `is_arranged`: it was said how its matches are played, or it has none.
    """
    if not is_arranged:
        return _UNARRANGED
    if season.state is SeasonState.REVIEW and visibility.release_at(season):
        return _ANNOUNCED
    is_past = season.closes_at is not None and season.closes_at <= now
    if season.state is SeasonState.OPEN and is_past and season.decisions.get("minimum"):
        return _LACKING
    return None if visibility.sealed_until(season, now) else _STEPS.get(season.state)
