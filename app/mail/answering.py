"""A mail that was kept is read, acted on, and answered: once, in its language and thread."""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from sqlmodel import Session, select

from app.errors import BuildUnreadable, DomainError, Problem, SubmissionRejected
from app.games import ruleset
from app.league import bouncing, flavouring, submitting
from app.league.submitting import Origin, Submission
from app.league.tokens import read_token
from app.mail.automatic import automatic
from app.mail.bouncing import letter_of, read_bounce
from app.mail.card_words import card_words
from app.mail.fields import EntryForm, read_fields
from app.mail.reading import Mail, NotAMail, read_mail
from app.store import entries, letters, players, seasons
from app.store.tables import (
    Letter,
    MailAction,
    MailState,
    Player,
    Revision,
    RevisionState,
    Season,
    SeasonState,
)
from app.store.tables import Mail as Kept


@dataclass(frozen=True, slots=True)
class Desk:
    """Where mail is answered: our own address, and the key of our secret addresses."""

    address: str
    key: bytes

    def token(self, mail: Mail) -> tuple[str, str] | None:
        """The secret address that this mail was written to: `r`, `c` or `b`, and the token."""
        local, _, domain = self.address.partition("@")
        for recipient in mail.recipients:
            name, _, where = recipient.rpartition("@")
            box, plus, secret = name.partition("+")
            if (
                plus
                and where.casefold() == domain.casefold()
                and box.casefold() == local.casefold()
            ):
                kind, dash, token = secret.partition("-")
                if dash and kind.casefold() in ("r", "c", "b"):
                    return kind.casefold(), token
        return None

    def wrote(self, mail: Mail) -> bool:
        """Whether this is a letter of our own that came back."""
        sender = (mail.from_address or "").casefold()
        local, _, domain = self.address.casefold().partition("@")
        return sender.endswith(f"@{domain}") and sender.partition("+")[0].startswith(local)


Note = dict[str, Any]
"""What is kept of a mail: what was understood, the problems, and its thread."""


def answer(session: Session, kept: Kept, desk: Desk) -> None:
    """Do what the mail says, and write its one answer; what was done stands in `action` and `note`.

    A mail that came before, a program's mail and our own letters are not answered.
    """
    note: Note = {}
    kept.state = MailState.DONE
    kept.action = _take(session, kept, desk, note)
    kept.note = note
    session.add(kept)


def _take(session: Session, kept: Kept, desk: Desk, note: Note) -> MailAction:
    """Decide whether there is somebody to answer; then act, or refuse."""
    try:
        mail = read_mail(kept.raw)
    except NotAMail as refusal:
        return _problems(note, MailAction.REJECTED, refusal.problems)
    note["message_id"] = mail.message_id
    secret = desk.token(mail)
    if secret and secret[0] == "b":
        return _bounce(session, kept, secret[1], desk, note)
    if why := _unanswerable(session, kept, mail, desk):
        note["why"] = why
        return MailAction.IGNORED
    if not mail.from_address:
        return _problems(note, MailAction.REJECTED, [Problem("no-sender")])
    thread = [*mail.references[-10:], *filter(None, [mail.message_id])]
    note["thread"] = {"message_id": mail.message_id or "", "references": " ".join(thread)}
    kept.note = dict(note)  # letters that answer it read the thread there
    player = players.known_as(session, mail.from_address, mail.lang, kept.received_at)
    kept.player_id = player.id
    try:
        with session.begin_nested():  # a refusal undoes what was written, but not its answer
            return _act(session, kept, mail, player, desk, note)
    except DomainError as refusal:
        _refuse(session, kept, mail, player, refusal.problems, note)
        return MailAction.PROBLEMS


def _unanswerable(session: Session, kept: Kept, mail: Mail, desk: Desk) -> str | None:
    """Why this mail gets no answer, if it gets none."""
    identity = _identity(mail, kept.raw)
    if session.exec(select(Kept.id).where(Kept.identity == identity)).first():
        return "repeated"
    kept.identity = identity
    if field := automatic(mail.headers):
        return f"automatic: {field}"
    return "our own letter" if desk.wrote(mail) else None


def _bounce(session: Session, kept: Kept, token: str, desk: Desk, note: Note) -> MailAction:
    """A mail server's report about a letter of ours; nobody is answered, whatever it is."""
    letter = session.get(Letter, letter_of(token, desk.key) or 0)
    bounce = read_bounce(kept.raw)
    if not letter or not bounce:
        note["why"] = "no report about a letter of ours"
        return MailAction.IGNORED
    note["letter"] = letter.id
    bouncing.came_back(
        session, letter, bounce.why, is_permanent=bounce.is_permanent, now=kept.received_at
    )
    return MailAction.BOUNCE


def _act(
    session: Session, kept: Kept, mail: Mail, player: Player, desk: Desk, note: Note
) -> MailAction:
    """Confirm, or submit; raises `DomainError` with every problem."""
    secret = desk.token(mail)
    if secret and secret[0] == "c":
        return _confirm(session, kept, mail, desk, secret[1], note)
    if mail.problems:
        raise SubmissionRejected(mail.problems)
    season = None
    if secret:
        player, season = _speaker(session, desk, secret[1])
    form = read_fields(mail.text, _cards(session))
    note["understood"] = _understood(form, mail, seasons.open_ones(session))
    season = season or _season(session, form)
    return _submit(session, kept, mail, form, season, player, note, proven=bool(secret))


def _confirm(
    session: Session, kept: Kept, mail: Mail, desk: Desk, token: str, note: Note
) -> MailAction:
    rows = read_token(desk.key, "confirm", token)
    revision = session.get(Revision, rows[0]) if rows else None
    if not revision:
        raise SubmissionRejected([Problem("token-invalid")])
    origin = Origin(kept.received_at, proven=True, mail=kept, lang=mail.lang)
    revision = submitting.confirm(session, revision, origin)
    note["understood"] = _entered(revision, revision.entry.season, mail)
    accepted = revision.state is RevisionState.ACCEPTED
    return MailAction.CONFIRMED if accepted else MailAction.PROBLEMS


def _speaker(session: Session, desk: Desk, token: str) -> tuple[Player, Season]:
    """Who speaks through this secret address, in which season: it is dead once that is published."""
    rows = read_token(desk.key, "reply", token)
    player = session.get(Player, rows[0]) if rows else None
    season = session.get(Season, rows[1]) if rows else None
    over = season and season.state in (SeasonState.PUBLISHED, SeasonState.ARCHIVED)
    if not player or not season or over:
        raise SubmissionRejected([Problem("token-invalid")])
    return player, season


def _season(session: Session, form: EntryForm) -> Season:
    """The season that is meant: the one named, else the only open one, or the only one that can play the build."""
    open_ones = seasons.open_ones(session)
    titles = tuple(season.slug for season in open_ones)
    if form.season is None:
        fitting = [season for season in open_ones if _reads(season, form)]
        for only in (open_ones, fitting):
            if len(only) == 1:
                return only[0]
        code = "which-season" if open_ones else "no-season"
        raise SubmissionRejected([Problem(code, suggestions=titles)])
    called = seasons.called(session, form.season)
    if not called:
        words = (form.season,)
        raise SubmissionRejected([Problem("unknown-season", words=words, suggestions=titles)])
    return next((season for season in called if season.state is SeasonState.OPEN), called[0])


def _reads(season: Season, form: EntryForm) -> bool:
    """Whether what the mail says is a build of the season's game."""
    game = ruleset(season.game)
    if form.build_text is None:
        return False
    try:
        game.read_build(card_words(form.build_text, game.cards))
    except BuildUnreadable:
        return False
    return True


def _submit(
    session: Session,
    kept: Kept,
    mail: Mail,
    form: EntryForm,
    season: Season,
    player: Player,
    note: Note,
    *,
    proven: bool,
) -> MailAction:
    note |= {"season": season.slug, "understood": _understood(form, mail, [season])}
    submission = Submission(
        name=form.name or "",
        build=card_words(form.build_text or "", ruleset(season.game).cards),
        owner=form.owner or "",
        lore=form.lore or "",
        url=form.url or "",
        extras=flavouring.extras(form.flavour, form.lines),
    )
    incomplete = [Problem("repeated-field", words=(name,)) for name in form.repeated]
    if form.build_text is None:
        incomplete.append(Problem("no-build"))
    origin = Origin(kept.received_at, proven=proven, mail=kept, lang=mail.lang)
    revision = submitting.submit(session, season, player, submission, origin, incomplete)
    return MailAction.HELD if revision.state is RevisionState.HELD else MailAction.ENTRY


def _refuse(
    session: Session,
    kept: Kept,
    mail: Mail,
    player: Player,
    problems: Sequence[Problem],
    note: Note,
) -> None:
    """Tell the sender every problem, what we understood, and what still stands."""
    _problems(note, MailAction.PROBLEMS, problems)
    season = seasons.by_slug(session, note["season"]) if "season" in note else None
    entry = entries.of_player(session, season, player) if season else None
    letters.write(
        session,
        "problems",
        player,
        f"problems:mail:{kept.id}",
        now=kept.received_at,
        lang=mail.lang,
        season=season,
        answers=kept,
        about={
            "problems": note["problems"],
            "game": season.game if season else None,
            "standing": entry.current.name if entry and entry.current else None,
            "understood": note.get("understood"),
        },
    )


def _problems(note: Note, action: MailAction, problems: Sequence[Problem]) -> MailAction:
    note["problems"] = [asdict(problem) for problem in problems]
    return action


def _understood(form: EntryForm, mail: Mail, possible: Sequence[Season]) -> dict[str, Any]:
    """What the mail says, as we understood it; the build as identifiers if a game of these can read it."""
    build = None
    for game in sorted({season.game for season in possible}):
        with suppress(BuildUnreadable):
            words = card_words(form.build_text or "", ruleset(game).cards)
            build = build or list(ruleset(game).read_build(words).cards)
    return {
        "name": form.name,
        "build": build if form.build_text is not None else None,
        "build_text": form.build_text,
        "lore": form.lore or "",
        "owner": form.owner,
        "url": form.url,
        **flavouring.extras(form.flavour, form.lines),
        "season": form.season,
        "lang": mail.lang,
    }


def _entered(revision: Revision, season: Season, mail: Mail) -> dict[str, Any]:
    """A confirmed revision, in the same shape."""
    cards = ruleset(season.game).read_build(revision.build).cards
    return {
        "name": revision.name,
        "build": list(cards),
        "lore": revision.lore,
        "owner": revision.owner or None,
        "url": revision.url or None,
        **revision.extras,
        "season": season.slug,
        "lang": mail.lang,
    }


def _cards(session: Session) -> list[Any]:
    """The cards of all games with a season: the one-line form is known by their characters."""
    slugs = sorted({season.game for season in seasons.every(session)})
    return [card for slug in slugs for card in ruleset(slug).cards]


def _identity(mail: Mail, raw: bytes) -> str:
    """What makes it the same mail if it comes again by another way, with other trace fields."""
    _, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    domain = (mail.from_address or "").rpartition("@")[2].casefold()
    parts = (mail.message_id or mail.date or "", domain, mail.subject)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace") + b"\0" + body).hexdigest()
