"""A season in each state, and players in them whose secrets can be told from anything else."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import Any, Final

from sqlmodel import Session, col, select

from app.engine import MOMENTS
from app.league import seals
from app.league.entries.characters import LABEL_NAMES, name_key
from app.league.people import organisers
from app.league.results import ranks
from app.store import entries, players, seasons
from app.store.results.parts import NAMES, SALT_BYTES, salts_in
from app.store.security import sign_ins
from app.store.security.audits import Organiser, note
from app.store.tables import (
    Complaint,
    Cup,
    Entry,
    LetterState,
    Mail,
    MailAction,
    MailState,
    Player,
    Revision,
    RevisionState,
    Role,
    Run,
    Season,
    SeasonState,
    SignInPurpose,
)
from tests.support.outgoing import letter_to
from tests.support.people import NOW
from tests.support.seasons import CLOSES, OPENED, Character, a_finished_season, a_revision, a_season

PUBLIC: Final = (SeasonState.PUBLISHED, SeasonState.ARCHIVED)
SEALED: Final = (SeasonState.DRAFT, SeasonState.OPEN)
"""In these states nobody but its player sees an entry."""
CLOSED: Final = NOW - timedelta(days=1)
"""When the deadline of all the others was."""
OMAR: Final = "omar@omar.example.com"
OLGA: Final = "olga@olga.example.com"
HELENA: Final = "helena@helena.example.com"
ADDRESSES: Final = ".example.com"
"""How the address of everybody ends."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """What gives an entry away: its cards, a word that stands in all its texts, its salt, its seal."""

    cards: str
    word: str

    @property
    def salt(self) -> bytes:
        return hashlib.shake_256(self.word.encode()).digest(SALT_BYTES * len(NAMES))

    @property
    def salts(self) -> list[str]:
        return [salt.hex() for salt in salts_in(self.salt).values()]

    @property
    def seal(self) -> str:
        return hashlib.sha256(self.salt).hexdigest()

    def character(self, name: str) -> Character:
        """A character that says it all."""
        lore = f"The {self.word} lore.\n{self.word}"
        extras = {
            "flavour": [f"{self.word} blade"],
            "lines": {moment: f"{self.word} {moment}" for moment in MOMENTS},
            "labels": {part: f"{self.word} {part}" for part in LABEL_NAMES},
        }
        url = f"https://{self.word}.example.org/"
        return Character(name, self.cards, "someone", lore, url, extras=extras)


ALICE: Final = Secrets("硬攻硬響連核攻", "alicesecret")
BOB: Final = Secrets("響硬攻攻連核硬", "bobsecret")
CAROL: Final = Secrets("連硬攻核攻硬響", "carolsecret")
"""Hers was never confirmed."""
FORMER: Final = Secrets("攻硬連響核硬攻", "formersecret")
"""What Alice sent first."""


def every_state(session: Session) -> None:
    """A season in each state, called as its state is; Omar, who owns the site, Olga, who organises, and Helena, who helps."""
    for state in SeasonState:
        in_state(session, state)
    organisers.appoint(session, OMAR, "Omar", NOW)
    organisers.appoint(session, OLGA, "Olga", NOW)
    organisers.appoint(session, HELENA, "Helena", NOW, Role.HELPER)


def in_state(session: Session, state: SeasonState) -> Season:
    """A season in this state with the entries of Alice and of Bob, and Carol's, which is held."""
    named: dict[str, Any] = {
        "slug": state.value,
        "closes_at": CLOSES if state in SEALED else CLOSED,
        "title_en": f"The {state} cup",
        "title_ja": f"{state}杯",
        "ranked": True,
        "cup": state.value,
        "edition": 1,
    }
    session.add(Cup(slug=state.value, title_ja="杯", title_en="Cup", created_at=OPENED))
    session.flush()
    characters = [ALICE.character("Alice's"), BOB.character("Bob's")]
    if state in (SeasonState.REVIEW, *PUBLIC):
        season, run = a_finished_season(session, characters, state=state, **named)
        season.published_run_id = run.id if state in PUBLIC else None
    else:
        season = a_season(session, state=state, **named)
        for number, character in enumerate(characters, 1):
            a_revision(session, season, character, number)
    if state is SeasonState.RUNNING:
        session.add(_run_under_way(season))
    if state in PUBLIC:
        season.published_at = CLOSED + timedelta(hours=1)
    first = entries.of_season(session, season)[0]
    session.add(Complaint(entry_id=first.id, what="name", text="It is mine.", at=CLOSED))
    held = a_revision(session, season, CAROL.character("Carol's"), 3, RevisionState.HELD)
    _seal(session, season, held)
    _write(session, season)
    if state in PUBLIC:
        ranks.keep(session, season.slug, ranks.count(session, season, UTC), NOW)
    return season


def _run_under_way(season: Season) -> Run:
    return Run(
        season_id=season.id,
        serial=1,
        rules_version=season.rules_version,
        entries=2,
        inputs_digest="1" * 64,
        started_at=CLOSES,
    )


def _seal(session: Session, season: Season, held: Revision) -> None:
    """Everybody's salt and seal; numbers once the season has closed; and Alice has changed her mind once."""
    statement = select(Entry).where(Entry.season_id == season.id).order_by(col(Entry.id))
    for entry, secrets in zip(session.exec(statement).all(), (ALICE, BOB, CAROL), strict=True):
        revision = entry.current or held
        revision.salt, revision.commitment = secrets.salt, secrets.seal
        if entry.current:
            entry.name_key = name_key(revision.name)
        else:
            entry.accepted_at = None
        if entry.current is None or season.state in SEALED:
            entry.number = None
        if secrets is ALICE:
            revision.serial = 2
            session.flush()
            session.add(_former(entry, revision))
    if season.state not in SEALED:
        season.closed_at = season.laid_open_at = CLOSED
        seals.keep(session, season, CLOSED)
    session.flush()


def _former(entry: Entry, now: Revision) -> Revision:
    character = FORMER.character("Alice's first")
    return Revision(
        entry=entry,
        serial=1,
        state=RevisionState.ACCEPTED,
        name=character.name,
        owner=character.owner,
        build=character.build,
        lore=character.lore,
        url=character.url,
        extras=character.extras,
        salt=FORMER.salt,
        commitment=FORMER.seal,
        rules_version=now.rules_version,
        received_at=now.received_at - timedelta(seconds=1),
    )


def _write(session: Session, season: Season) -> None:
    """Letters in every state to Alice, a mail that was sent back to her, and an act in the log."""
    alice = session.exec(select(Player).where(Player.address == address(season.slug, 1))).one()
    for state in LetterState:
        key = f"{season.slug}:{state}"
        values = {"dedup_key": key, "message_id": f"<{key}@hikyaku.example>", "state": state}
        texts = {"subject": "A receipt", "text": ALICE.word, "html": ALICE.word, "sent_at": NOW}
        session.add(letter_to(alice, season_id=season.id, **values, **texts))
    problem = {"code": "unknown-card", "words": ["Atack"], "line": 1, "column": 1}
    session.add(
        Mail(
            raw=f"From: {alice.address}\n\n{ALICE.word}".encode(),
            received_at=NOW,
            state=MailState.DONE,
            action=MailAction.PROBLEMS,
            note={"problems": [problem], "understood": {"name": "Alice's"}},
            player_id=alice.id,
        )
    )
    note(session, Organiser("Olga (1)", OPENED, "because"), "open", season)
    session.flush()


def address(slug: str, number: int) -> str:
    """Where the player with this number in this season gets mail."""
    return f"p{number}@{slug}{ADDRESSES}"


def sign_in(
    session: Session,
    purpose: SignInPurpose,
    slug: str = "",
    number: int = 1,
    address_of: str = OLGA,
    scopes: str | None = None,
) -> tuple[str, str]:
    """Tokens of a sign-in and of its forms: a player of the season for players, else Olga or this organiser."""
    season = seasons.by_slug(session, slug) if slug else None
    player = players.known_as(session, address(slug, number) if slug else address_of, "en", NOW)
    begun, token = sign_ins.start(
        session,
        purpose,
        player.id,
        now=NOW,
        expires_at=NOW + timedelta(days=1),
        season_id=season.id if season else None,
        label="" if season else "Olga",
        proven_at=NOW,
        scopes=scopes,
    )
    return token, begun.form_token
