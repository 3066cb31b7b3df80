"""A player's characters in a season: which of them a submission is about, and whether there is room for another."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SubmissionRejected
from app.league import visibility
from app.league.entries import characters
from app.store import entries
from app.store.tables import Entry, Player, Revision, RevisionState, Season
from app.text.characters import normal

WAITING: Final = (RevisionState.WAITING, RevisionState.QUEUED)
"""The states of a revision that its player has confirmed, but that does not count yet."""


def standing_of(session: Session, entry: Entry) -> Revision | None:
    """The revision of this entry that counts.

    If none does, the one that waits for an organiser, else the last for its player.
    """
    if found := entry.current or waiting_of(session, entry):
        return found
    held = [each for each in entries.revisions(session, entry) if each.state is RevisionState.HELD]
    return held[-1] if held else None


def waiting_of(session: Session, entry: Entry) -> Revision | None:
    """The revision of this entry that waits for an organiser, or for a place."""
    sent = entries.revisions(session, entry)
    return next((each for each in sent if each.state in WAITING), None)


def standing(session: Session, season: Season, player: Player) -> list[Revision]:
    """The revision that stands for each of the player's characters, in the order in which they were sent first."""
    own = entries.of_player(session, season, player)
    return [found for each in own if (found := standing_of(session, each))]


def taking_part(own: Sequence[Entry]) -> list[Entry]:
    """Those of these entries that count, or wait for an organiser: each takes one of its player's places."""
    return [each for each in own if each.name_key is not None]


def names(session: Session, own: Sequence[Entry]) -> tuple[str, ...]:
    """The names of the characters that take part."""
    stand = (standing_of(session, each) for each in taking_part(own))
    return tuple(each.name for each in stand if each)


def meant(
    session: Session, season: Season, own: Sequence[Entry], name: str, instead: str = ""
) -> Entry | None:
    """The entry among these of a player that a submission of this name becomes; None if it is another one.

    Where a player has one character in a season it is that one. Where there may be more, it is the one that `instead`
    names, else the one of the same name. Raises `SubmissionRejected` if `instead` names none.
    """
    if season.characters == 1:
        return next(iter([*taking_part(own), *reversed(own)]), None)
    if instead.strip():
        if found := called(session, own, instead):
            return found
        there_are = names(session, own)
        problem = Problem("no-such-character", name=instead, suggestions=there_are)
        raise SubmissionRejected([problem if there_are else Problem("no-own-entry")])
    return called(session, own, name)


def chosen(own: Sequence[Entry], number: str) -> Entry | None:
    """The entry of this number among these of a player, as a form names it.

    Else the first that takes part, or the last.
    """
    named = (each for each in own if str(each.id) == number)
    return next(iter([*named, *taking_part(own), *reversed(own)]), None)


def called(session: Session, own: Sequence[Entry], name: str) -> Entry | None:
    """The one of this name, as it was sent last; one that takes part before others."""
    key = characters.name_key(name)
    if found := next((each for each in own if each.name_key == key), None):
        return found
    for each in reversed(own):
        sent = [one for one in entries.revisions(session, each) if not _is_no_more(one)]
        if each.name_key is None and sent and characters.name_key(sent[-1].name) == key:
            return each
    return None


def _is_no_more(revision: Revision) -> bool:
    return revision.state in (RevisionState.DECLINED, RevisionState.REFUSED)


def full(
    session: Session, season: Season, own: Sequence[Entry], more: int = 0
) -> Iterator[Problem]:
    """The problem if the player of these has as many characters in the season as one may; `more` are on their way in."""
    if len(taking_part(own)) + more >= season.characters:
        there_are = names(session, own)
        title, most = visibility.title_of(season), str(season.characters)
        example = next(iter(there_are), "…")  # all may be on their way in
        yield Problem(
            "characters-full", season=title, most=most, example=example, suggestions=there_are
        )


def which(season: Season, those: Sequence[Revision]) -> Problem:
    """The problem of a mail that does not say which of these it is about."""
    title, there_are = visibility.title_of(season), tuple(one.name for one in those)
    return Problem("which-character", season=title, count=str(len(those)), suggestions=there_are)


def named_in(those: Sequence[Revision], text: str) -> list[Revision]:
    """Those of which this text says the name; a name within a longer one that it says is not said."""
    said, found = normal(text), []
    for each in sorted(those, key=lambda one: len(one.name), reverse=True):
        name = normal(each.name).strip()
        if not name:
            continue
        before = r"(?<![a-z0-9])" if name[0].isascii() and name[0].isalnum() else ""
        behind = r"(?![a-z0-9])" if name[-1].isascii() and name[-1].isalnum() else ""
        left = re.sub(before + re.escape(name) + behind, "\n", said)
        if left != said:
            found.append(each)
            said = left
    return [each for each in those if each in found]
