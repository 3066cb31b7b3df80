"""Who a mail speaks for, how surely, and what they have been asked: the case that it makes."""

import re
from dataclasses import asdict, replace
from typing import Final

from sqlmodel import Session

from app.i18n import lang_of
from app.league.budgets import Deliverer
from app.league.tokens import WISHES, Purpose, claimed_rows, read_token
from app.letters.untaken import harmless
from app.mail.inbox.authentication import is_authentic
from app.mail.inbox.deliverers import answering_our_letter, deliverer_of
from app.mail.inbox.message import Mail
from app.mail.requests.contents import Contents, without_build
from app.mail.requests.desk import Desk
from app.mail.requests.phrases import BOOK
from app.mail.requests.request import Case, Note, Proof, Request, Speaker
from app.store import entries, letters, players, seasons
from app.store.tables import Mail as Kept
from app.store.tables import Player, Revision, RevisionState, Season, SeasonState
from app.text.characters import normal

_MOST_UNTAKEN: Final = 50
_LONGEST_LINE: Final = 200
_FOR: Final = r"(?:\b(?:for|of|in|from|at)\b)?\s*(?:\bthe\b)?\s*"
_PURPOSES: Final[dict[str, Purpose]] = {"r": "reply", "c": "confirm", "w": "wish"}


def case_of(session: Session, kept: Kept, said: Contents, desk: Desk, note: Note) -> Case:
    """The mail in hand: for whom it speaks, how surely, and what it answers."""
    mail, request = said.mail, said.request
    sender = players.known_as(session, mail.from_address or "", mail.lang, kept.received_at)
    kept.player_id = sender.id
    speaker = _speaker(session, desk, said.secret) if said.secret else None
    is_known = speaker is not None or not said.secret
    if speaker and speaker.wish:
        speaker, request = _wished(speaker, request)
    player = speaker.player if speaker else sender
    if said.is_brief:  # an OK is of no language
        mail = replace(mail, lang=lang_of(player.lang))
    case = Case(session, kept, mail, request, sender, player, speaker, is_known)
    case.key, case.deliverer = desk.key, _deliverer(session, mail, sender, desk)
    case.proof = _proof(case, desk)
    if case.is_proven and not player.proven_at:
        player.proven_at = kept.received_at  # our letter has been read there
        session.add(player)
    case.asked = [speaker.held] if speaker and speaker.held else _unconfirmed(case)
    case.confirms = _confirms(case)
    case.declined = _declined(case)
    if request.is_unclear and not case.is_asked:
        case.request = _beside_a_season(session, request)
    thread = " ".join([*mail.references[-10:], *filter(None, [mail.message_id])])
    untaken = said.untaken[:_MOST_UNTAKEN]
    case.note = replace(
        note,
        thread={"message_id": mail.message_id or "", "references": thread},
        untaken=[asdict(each) for each in (untaken if case.is_proven else harmless(untaken))]
        or None,
    )
    kept.note = case.note.plain()  # letters that answer it read thread and untaken things there
    return case


def _speaker(session: Session, desk: Desk, secret: tuple[str, str]) -> Speaker | None:
    """Who holds this secret; None if it is not one of ours."""
    kind, token = secret
    purpose = _PURPOSES[kind]
    claimed = claimed_rows(token)
    generation = players.secret_generation(session, purpose, claimed[0]) if claimed else 0
    rows = read_token(desk.key, purpose, token, generation=generation)
    if not rows:
        return None
    if purpose == "confirm":
        held = session.get(Revision, rows[0])
        player = held.entry.player if held else None
        return Speaker(player, held.entry.season, held) if held and player else None
    player = session.get(Player, rows[0])
    if purpose == "wish":
        return Speaker(player, wish=WISHES[rows[1]]) if player else None
    season = session.get(Season, rows[1])
    return Speaker(player, season) if player and season else None


def _wished(speaker: Speaker, request: Request) -> tuple[Speaker | None, Request]:
    """Who answers the question about their letters, and what they ask for: a yes asks for what the question was about.

    What has nothing to do with it is asked for as from the plain address.
    """
    if request.is_unclear and request.agrees:
        return speaker, replace(request, command=speaker.wish)
    return (speaker if request.is_unclear or request.command in WISHES else None), request


def _proof(case: Case, desk: Desk) -> Proof:
    speaker = case.speaker
    if speaker and not speaker.is_over and not (speaker.wish and case.request.is_unclear):
        return Proof.READER
    return Proof.VOUCHED if is_authentic(case.mail, desk.authserv_id) else Proof.NONE


def _deliverer(session: Session, mail: Mail, sender: Player, desk: Desk) -> Deliverer:
    """In whose budget the mail counts, if it does not come by a secret address."""
    deliverer = deliverer_of(mail, desk.key, desk.authserv_id)
    named = [*mail.in_reply_to, *mail.references][-20:]
    if deliverer.is_vouched or not named:
        return deliverer
    is_answer = letters.is_addressed(session, sender, named)
    return answering_our_letter(desk.key) if is_answer else deliverer


def _beside_a_season(session: Session, request: Request) -> Request:
    """The request that a line makes beside the name of a season, if one does: `standings laplaplus-1`."""
    for line in request.lines:
        for season in seasons.every(session):
            rest = None if season.state is SeasonState.DRAFT else _beside(season, line)
            if rest and (command := BOOK.said_in(rest)):
                form = replace(request.form, season=request.form.season or season.slug)
                return replace(request, command=without_build(command), form=form)
    return request


def _beside(season: Season, line: str) -> str | None:
    """What the line says beside a name of the season; None if it does not name it."""
    said = normal(line[:_LONGEST_LINE])
    for name in (season.slug, season.title_ja, season.title_en):
        words = r"\s*".join(map(re.escape, normal(name).split()))
        if found := re.search(rf"{_FOR}(?<![a-z0-9-]){words}(?![a-z0-9-])の?", said):
            return f"{said[: found.start()]} {said[found.end() :]}"
    return None


def _unconfirmed(case: Case) -> list[Revision]:
    """What the sender has been asked to confirm, if they say yes or no where nothing shows that it is they.

    Not every phone answers to the address that a letter names for it. They are asked again, about everything that waits.
    """
    request = case.request
    is_answer = request.is_unclear and (request.agrees or request.declines)
    if case.player is not case.sender or request.asks_for_form or not is_answer:
        return []
    return entries.held_of(case.session, case.sender)


def _confirms(case: Case) -> bool:
    """Whether this is a yes. To say nothing is one only where nothing that counts would be replaced.

    What could not be read says nothing of the kind.
    """
    held = case.speaker.held if case.speaker else None
    if not held or case.mail.problems:
        return False
    return case.request.agrees and not (case.request.is_silent and _may_replace(held))


def _declined(case: Case) -> list[Revision]:
    """What the mail says no to: what its secret address is about, or the letter of ours that it answers.

    Anybody can write in a player's name to the plain address, but only who has read our letter can name it. Where an
    earlier entry counts, "take it out" in answer to the question is about what was asked, and not about that one.
    """
    held = case.speaker.held if case.speaker else None
    takes_out = held is not None and case.request.command == "withdraw" and _may_replace(held)
    if not (case.request.declines or takes_out):
        return []
    if held or case.is_proven:
        return [held] if held else []
    letter = letters.asking(
        case.session, case.player, [*case.mail.in_reply_to, *case.mail.references]
    )
    found = case.session.get(Revision, letter.revision_id) if letter else None
    return [found] if found and found.state is RevisionState.HELD else []


def _may_replace(held: Revision) -> bool:
    return held.state is RevisionState.HELD and held.entry.current is not None
