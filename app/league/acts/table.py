"""All acts on a season. To add one, add a line here: the desk, the API and the command line find it."""

from dataclasses import replace
from typing import Final

from app.i18n import N_
from app.league import visibility
from app.league.acts.act import SeasonAct
from app.league.acts.entries import ENTRIES
from app.league.acts.moves import MAKING, MOVES, PAUSES
from app.league.acts.stages import STAGES, TIMETABLE
from app.store.tables import Season

ACTS: Final[dict[str, SeasonAct]] = {
    act.slug: act for act in (*MAKING, *MOVES, *PAUSES, *TIMETABLE, *ENTRIES, *STAGES)
}

_OTHERS: Final = {
    "halt": N_("Battles halted"),
    "lack": N_("Too few entries"),
    "change": N_("Settings changed"),
    "matches": N_("Matches arranged"),
    "release": N_("Release announced"),
    "night": N_("Rounds released"),
    "wait": N_("Step moved to the next run"),
    "wave": N_("Places opened"),
    "add": N_("Entry added"),
    "announce": N_("Players written to"),
    "show-again": N_("Shown again in an entry"),
    "restore": N_("Season restored"),
    "answer": N_("Mail answered"),
    "settle": N_("Mail settled without an answer"),
    "take-seat": N_("Seat taken over"),
    "confirm": N_("Entry confirmed on behalf of its player"),
    "drop": N_("Held entry dropped on behalf of its player"),
    "block": N_("Address blocked"),
    "unblock": N_("Block lifted"),
    "address-ask": N_("Address: both mailboxes asked"),
    "address-stand-in": N_("Address: approved on behalf of the old mailbox"),
    "address-object": N_("Address: objected to the change"),
    "address-allow": N_("Address: change allowed after an objection"),
    "address-refuse": N_("Address: change dropped"),
    "address-changed": N_("Address changed"),
    "settle-report": N_("Report settled"),
}
"""The log's names of acts that are done elsewhere, or automatically."""


def logged(name: str) -> str:
    """Return what pages call the act that the log keeps under this key."""
    own = {act.logged_as or act.slug: act.logged for act in ACTS.values()}
    return (own | _OTHERS).get(name) or name


def acts_of(season: Season) -> dict[str, SeasonAct]:
    """Return the acts with a button on the season's page that are possible now, with their present labels."""
    is_announced = visibility.release_at(season) is not None
    return {
        slug: replace(act, **act.announced) if is_announced else act
        for slug, act in ACTS.items()
        if act.label and not act.page and season.state in act.states
        if slug != ("pause" if season.paused_at else "go-on")
    }
