"""The acts on one entry of a season."""

from typing import Any, Final

from sqlmodel import Session

from app.engine import Lang
from app.i18n import N_
from app.league.acts.act import ENTRY, Need, SeasonAct, reason, tell
from app.league.desk import hidings, imports, interventions, newcomers
from app.league.desk.hidings import Part
from app.league.desk.interventions import WantedCorrection
from app.league.entries import seats
from app.league.matches.settings import rules_of
from app.league.people.organisers import Right
from app.settings import settings
from app.store import seasons
from app.store.security.audits import Organiser
from app.store.tables import Entry, Season

_NAME: Final = Need(name="name", meaning="The name of the character that waits.", metavar="NAME")


def _hide(
    session: Session,
    slug: str,
    by: Organiser,
    *,
    entry: str,
    part: Part,
    undo: bool = False,
    public: bool = False,
) -> Entry:
    season = seasons.by_slug(session, slug)
    found = interventions.entry_called(session, season, entry, counts=False)
    if undo:
        hidings.show_again(session, slug, found, part, by)
    else:
        hidings.hide(session, slug, found, part, by, public=public)
    return found


def _offer_seat(
    session: Session, slug: str, by: Organiser, *, entry: str, undo: bool = False
) -> Entry:
    found = interventions.entry_called(session, seasons.by_slug(session, slug), entry)
    return seats.offer_now(session, slug, found, by, undo=undo)


def _decided(session: Session, slug: str, by: Organiser, *, name: str, is_let_in: bool) -> Season:
    season = seasons.by_slug(session, slug)
    entry = newcomers.entry_called(session, season, name)
    (newcomers.approve if is_let_in else newcomers.refuse)(session, slug, entry, by)
    return season


def _withdrawn(entry: Entry, told: Any) -> str:
    stays = "\nWhat it has played stands: its line stays in the table, below all who stayed."
    return f"{told['slug']}: {told['entry']} is withdrawn.{stays if entry.current else ''}"


def _bring_in(session: Session, slug: str, by: Organiser, *, table: str, lang: Lang) -> Season:
    season = seasons.by_slug(session, slug)
    sheet = imports.read(table, rules_of(session, season))
    imports.bring_in(session, slug, sheet, by, settings().mail_address, lang)
    return season


ENTRIES: Final = (
    SeasonAct(
        "import",
        _bring_in,
        "Bring in many entries at once, all or none: a table with name, build, owner, lore, url and address, or a list.",
        needs=(
            Need(name="table", meaning="The table as CSV, or a line `build/name` each."),
            Need(
                name="lang",
                kind=Lang,
                usual="en",
                meaning="The language in which players who are new hear from us.",
            ),
            reason(),
            tell(),
        ),
        right=Right.ENTRIES,
        noun="Import",
    ),
    SeasonAct(
        "withdraw",
        lambda session, slug, by, *, entry: interventions.withdraw(session, slug, entry, by),
        "Take an entry out of the season; its player gets a letter, with what they are told.\n\n"
        "Once the builds have been laid open everybody reads that. In stages it is as if it never was there, and what that changes is\n"
        "printed before; `hikyaku season retire` lets stand what it has played.",
        needs=(ENTRY, reason(), tell()),
        right=Right.ENTRIES,
        moves_stages=True,
        noun="Withdrawal",
        examples=(
            "hikyaku season withdraw laplaplus-1 'The Bee' --reason 'sent twice' --tell 'You have two entries.'",
        ),
        done=_withdrawn,
        logged=N_("Entry withdrawn"),
    ),
    SeasonAct(
        "correct",
        lambda session, slug, by, *, entry, **said: interventions.correct(
            session, slug, entry, WantedCorrection(**said), by
        ),
        "Correct an entry; its player gets a letter with before and after, and with what is told. What is left out stays.",
        needs=(
            ENTRY,
            *(
                Need(name=name, usual=None, meaning=meaning, option=f"--{name}", metavar=metavar)
                for name, metavar, meaning in (
                    ("name", "NAME", "Its name from now on."),
                    ("build", "BUILD", "Its build."),
                    ("owner", "NAME", "Public name of its player."),
                    ("lore", "TEXT", "Its story."),
                    ("url", "URL", "Its player's page."),
                )
            ),
            reason(),
            tell(),
        ),
        right=Right.ENTRIES,
        moves_stages=True,
        noun="Correction",
        examples=(
            "hikyaku season correct laplaplus-1 'The Bee' --name 'The Bees' --tell 'As you asked by phone.'",
        ),
        done="{slug}: {entry} is corrected.",
        logged=N_("Entry corrected"),
    ),
    SeasonAct(
        "approve",
        lambda session, slug, by, *, name: _decided(session, slug, by, name=name, is_let_in=True),
        "Let a newcomer take part; a letter tells them.",
        needs=(_NAME, tell(), reason()),
        noun="Approval",
        examples=("hikyaku season approve laplaplus-1 'The Bee'",),
        done="{slug}: {name} takes part.",
        logged=N_("Newcomer approved"),
    ),
    SeasonAct(
        "refuse",
        lambda session, slug, by, *, name: _decided(session, slug, by, name=name, is_let_in=False),
        "Do not let a newcomer take part; a letter tells them, with what they are told.",
        needs=(_NAME, tell(), reason()),
        noun="Refusal",
        examples=(
            "hikyaku season refuse laplaplus-1 'The Bee' --tell 'This season is for members.'",
        ),
        done="{slug}: {name} does not take part.",
        logged=N_("Newcomer refused"),
    ),
    SeasonAct(
        "offer-seat",
        _offer_seat,
        "Offer at once the seat of an entry whose player misses orders: to who waits for a place, then to who played the game; or to nobody any more.",
        needs=(
            ENTRY,
            Need(
                name="undo",
                kind=bool,
                usual=False,
                meaning="Offer it to nobody any more: the house plays on.",
                option="--undo",
            ),
            reason(),
            tell(),
        ),
        right=Right.ENTRIES,
        gives=Entry,
        noun="SeatOffering",
        examples=("hikyaku season offer-seat fest-1 'The Bee' --reason 'ill, says a friend'",),
        done=lambda entry, told: (
            f"{told['slug']}: the seat of {told['entry']} is {'left to the house' if told['undo'] else 'offered'}."
        ),
        logged=N_("Seat offered"),
    ),
    SeasonAct(
        "hide",
        _hide,
        "Hide a part of an entry from everybody but its player, who gets a letter with what they are told; or show it again.",
        needs=(
            ENTRY,
            Need(name="part", kind=Part, meaning="What of it.", metavar="name|owner|lore|picture"),
            Need(name="undo", kind=bool, usual=False, meaning="Show it again.", option="--undo"),
            Need(
                name="public",
                kind=bool,
                usual=False,
                meaning="Everybody may read what its player is told.",
                option="--public",
            ),
            reason(),
            tell(),
        ),
        right=Right.ENTRIES,
        gives=Entry,
        noun="Hiding",
        examples=(
            "hikyaku season hide laplaplus-1 'The Bee' name --tell 'It insults another player.'",
            "hikyaku season hide laplaplus-1 7 name --undo",
        ),
        done=lambda entry, told: (
            f"{told['slug']}: the {told['part']} of {told['entry']} is {'shown again' if told['undo'] else 'hidden'}."
        ),
        logged=N_("Hidden from an entry"),
    ),
)
