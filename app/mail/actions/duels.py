"""Mails about duels: to the address that opens one, to an invitation, and to the address of one's own seat."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, Final

from sqlmodel import Session

from app.engine import Choice, Ruleset, Words
from app.errors import BuildUnreadable, DuelRefused, Problem
from app.games import ruleset, slugs
from app.league.duels import builds, invitations, matches, news, settings
from app.league.duels.invitations import USUAL_DAYS, Party
from app.league.duels.settings import rules_of
from app.league.entries.contents import read_with
from app.league.people import blocks
from app.league.people.players import address_problems, tidied
from app.league.people.tokens import DUEL_PARTS, OPENS_DUEL
from app.mail.case.batch import begun, deliverer_in, opened
from app.mail.case.case import Note
from app.mail.inbox.message import ReadMail
from app.mail.reading.contents import Contents, MailDesk
from app.notices.answers import DuelAnswer, Problems
from app.notices.news import DuelEvent
from app.store import duels, letters, players
from app.store.limits import buckets
from app.store.tables import Duel, Duelist, DuelStage, Mail as Kept, MailAction, Player
from app.text.characters import normal

OPENED_A_DAY: Final = 20
"""Duels opened by mail from one deliverer."""
ANSWERED_A_DAY: Final = 60
"""Mails to the seats of one player that are answered; what more comes is done without an answer."""
_MOST_NAME: Final = 64
_NAME: Final = re.compile(r"(?:name|名前|なまえ)\s*[:：]\s*(?P<said>.+)", re.IGNORECASE)
_LABEL: Final = re.compile(
    r"(?:build|deck|open(?: cards?)?|cards?|構成|デッキ|オープン(?:カード)?|カード)\s*[:：]\s*(?P<said>.+)",
    re.IGNORECASE,
)
_ATOM: Final = r"A-Za-z0-9.!#$%&'*+/=?^_`{|}~-"
_ADDRESS: Final = re.compile(
    rf"(?<![{_ATOM}])[{_ATOM}]{{1,64}}@(?:[A-Za-z0-9-]{{1,63}}\.){{1,8}}[A-Za-z0-9-]{{2,63}}"
)
"""Bounded everywhere: a long text without any must not take long."""
_LEAVES: Final = frozenset(
    {
        "resign",
        "give up",
        "i resign",
        "withdraw",
        "投了",
        "降参",
        "降参します",
        "取り下げ",
        "取り下げます",
    }
)
_GAME: Final = re.compile(
    r"(?:game|ゲーム)\s*[:：]\s*(?P<labelled>.+)|(?P<asked>.{1,40}), please[.!]?|(?P<wished>.{1,40})でお願いします。?",
    re.IGNORECASE,
)
"""A line that can only name a game."""
_SETTING: Final = re.compile(r"(?P<label>[^:：]{1,60})[:：]\s*(?P<said>.{1,200})")
_EARLIER: Final[Mapping[tuple[str, object], tuple[str, ...]]] = {
    ("turns_per_exchange", None): ("An exchange of letters", "手紙1往復"),
    ("turn_limit", 10): (
        "10 turns: about ten letters at most; more VIT left wins",
        "10ターン（手紙はおよそ10往復まで。残りVITの多いほうの勝ち）",
    ),
    ("turn_limit", 6): ("6 turns, for a short tournament",),
    ("unique", "field"): ("once on both fields together (as the original has it: names block)",),
    ("unique", "own"): ("once on each field (recommended for open tournaments)",),
    ("rarity", "U"): ("commons and uncommons alone",),
    ("rarity", "C"): ("commons alone",),
    ("tempo", "turn"): ("メールかウェブで、期限ごとに指示を送る",),
}
"""Words that letters had until November 2026 for settings and their values: they may still be answered."""
_AGREES: Final = frozenset(
    {"agree", "i agree", "agreed", "yes", "ok", "同意", "同意します", "賛成", "賛成です", "はい"}
)
_AGAIN: Final = frozenset({"rematch", "again", "再戦", "再戦します", "再戦希望", "もう一度"})
_MOST_LINES: Final = 40
"""Of a mail."""
_LONGEST: Final = 400
"""Of a line that can be a build: its faults take long to find, line after line."""


def take(
    session: Session, kept: Kept, said: Contents, desk: MailDesk, note: Note
) -> tuple[MailAction, Note]:
    """The mail is acted on and answered once; returns the action and the notes, which have nothing of its words."""
    mail = said.mail
    sender, note = begun(session, kept, said, note, "duel")
    if blocks.of(session, sender):
        return MailAction.BLOCKED, note
    deliverer = deliverer_in(session, mail, sender, desk).name
    token = said.secret[1] if said.secret else ""
    rows = opened(session, desk, "duel", token)
    duel = duels.locked(session, rows[0]) if rows else None
    part = DUEL_PARTS[rows[1]] if rows else ""
    own = [each for each in duel.duelists if each.seat == part[0]] if duel else []
    if duel and own and part.endswith("by letter"):
        matches.prove(session, duel, own[0], kept.received_at)
    try:
        with session.begin_nested():
            if mail.problems:
                raise DuelRefused(mail.problems)
            if token == OPENS_DUEL:
                return _open(session, kept, mail, desk, sender, deliverer), note
            if duel is None or part == "result":
                raise DuelRefused([Problem("token-invalid")])
            if part.startswith("invitation"):
                return _accept(session, kept, mail, duel, part, sender, deliverer), note
            return _act(session, kept, mail, duel, own[0], sender), note
    except DuelRefused as refusal:
        problems = refusal.problems
    if duel is not None and own:
        session.refresh(duel)
        answer = replace(_answer(duel, own[0], "refused"), problems=tuple(problems))
        _write(session, kept, own[0], sender, answer)
    else:
        letters.write(
            session,
            Problems(
                problems=tuple(problems), game=duel.game if duel else _usual().slug, request="duel"
            ),
            sender,
            f"problems:mail:{kept.id}",
            now=kept.received_at,
            lang=mail.lang,
            answers=kept,
            deliverer=deliverer,
        )
    return MailAction.PROBLEMS, note


def _usual() -> Ruleset:
    """The game of a duel whose mail names none: the first that two can play face to face."""
    return next(game for game in map(ruleset, slugs()) if game.duel)


def _games_in(text: str) -> set[str]:
    """The games that a line names, by title, slug, or the beginning of one."""
    line, games = normal(text), map(ruleset, slugs())
    return {game.slug for game in games if any(re.search(each, line) for each in _names_of(game))}


def _names_of(game: Ruleset) -> Iterator[str]:
    """What its names look like; those of Latin letters are no parts of words."""
    slug = game.slug.replace("-", " ")
    names = {*game.title, game.title.ja.split()[0], game.slug, slug, slug.rstrip(" 0123456789")}
    for name in map(normal, names):
        edge = "[a-z0-9]" if name.isascii() else "(?!)"
        yield rf"(?<!{edge}){re.escape(name)}(?!{edge})"


def _game_of(mail: ReadMail) -> Ruleset:
    """The game that the mail names, the usual one if it names none. Raises `DuelRefused` for several, and for one that is not played."""
    lines = [each for each in _lines(mail) if not _NAME.fullmatch(each)]
    named = {slug for each in lines for slug in _games_in(each)}
    asks = any(_GAME.fullmatch(each) for each in lines)
    if len(named) > 1 or (asks and not named):
        titles = [ruleset(each).title for each in slugs()]
        games = Words("、".join(each.ja for each in titles), ", ".join(each.en for each in titles))
        raise DuelRefused([Problem("duel-game", games=games)])
    return ruleset(named.pop()) if named else _usual()


def _lines(mail: ReadMail) -> list[str]:
    return [line for each in mail.text.split("\n") if (line := each.strip())][:_MOST_LINES]


def _settings(game: Ruleset, mail: ReadMail) -> dict[str, Any]:
    """The settings that stand in the mail, each in a line behind its label; a value that is none stays as it is typed."""
    found = filter(None, (_set_in(game, line) for line in _lines(mail)))
    return {choice.key: _value(choice, said) for choice, said in found}


def _set_in(game: Ruleset, line: str) -> tuple[Choice, str] | None:
    """What a line sets behind a label, and to what as it is typed."""
    labels = {
        normal(label): each
        for each in settings.choices(game)
        for label in (*each.label, *_EARLIER.get((each.key, None), ()))
    }
    found = _SETTING.fullmatch(line)
    choice = found and labels.get(normal(found["label"]).strip())
    return (choice, found["said"]) if found and choice else None


def _value(choice: Choice, said: str) -> Any:
    """The value with these words, or the only one that has them among its own."""
    wanted = normal(said).strip(" .。")
    known = [
        (value, {*map(normal, (str(value), *words, *_EARLIER.get((choice.key, value), ())))})
        for value, words in choice.values
    ]
    exact = [value for value, words in known if wanted in words]
    near = [value for value, words in known if any(wanted in each for each in words)]
    return next((found[0] for found in (exact, near) if len(found) == 1), said)


def _open(
    session: Session, kept: Kept, mail: ReadMail, desk: MailDesk, sender: Player, deliverer: str
) -> MailAction:
    """A duel is open; an address in the mail is the friend's, and gets the invitation."""
    key, now = f"duels:{deliverer}", kept.received_at
    if buckets.take(session, key, capacity=OPENED_A_DAY, now=now):
        raise DuelRefused([Problem("duels-enough")])
    game = _game_of(mail)
    config = _settings(game, mail)
    friend, problems = None, [*_unnamed(game, mail), *settings.problems(game, config)]
    if found := _ADDRESS.search(mail.text):
        address = tidied(found[0])
        wrong = [*address_problems(address, desk.address)]
        problems += wrong
        friend = None if wrong else players.known_as(session, address, mail.lang, now)
    if problems:
        raise DuelRefused(problems)
    party = Party(_name(game, mail), mail.lang, sender, deliverer)
    invitations.open_duel(
        session, game, party, USUAL_DAYS, now=now, friend=friend, answers=kept, config=config
    )
    return MailAction.ANSWERED


def _accept(
    session: Session,
    kept: Kept,
    mail: ReadMail,
    duel: Duel,
    part: str,
    sender: Player,
    deliverer: str,
) -> MailAction:
    """The writer plays in it; by an invitation that came by letter, as whom it was sent to."""
    said = _settings(game := rules_of(duel), mail)
    if problems := [*_unnamed(game, mail), *settings.problems(game, said)]:
        raise DuelRefused(problems)
    is_by_letter = part.endswith("by letter")
    invited = duel.duelists[1].player if is_by_letter else None
    party = Party(_name(game, mail), mail.lang, invited or sender, deliverer, is_by_letter)
    config = {**duel.config, **said}
    invitations.accept(session, duel, party, now=kept.received_at, answers=kept, config=config)
    return MailAction.ANSWERED


def _act(
    session: Session, kept: Kept, mail: ReadMail, duel: Duel, duelist: Duelist, sender: Player
) -> MailAction:
    """What the mail says in this seat is done, and answered."""
    now, words = kept.received_at, normal(" ".join(mail.text.split())).strip().rstrip("!.。")
    if words in _LEAVES:
        invitations.withdraw(session, duel, duelist.seat, now=now, is_answered=True)
        answer = _answer(duel, duelist, "over")
    elif words in _AGAIN:
        again = invitations.rematch(session, duel, duelist.seat, now=now)
        duel, duelist = again, next(each for each in again.duelists if each.seat == duelist.seat)
        answer = _answer(duel, duelist, "accepted")
    elif duel.asks == duelist.seat:
        said = _settings(rules_of(duel), mail)
        if not said and words not in _AGREES:
            raise DuelRefused([Problem("duel-unsettled")])
        config = {**duel.config, **said}
        invitations.answer(session, duel, duelist.seat, config, now=now, is_answered=True)
        answer = _answer(duel, duelist, "accepted" if duel.asks else "agreed")
    else:
        is_open = duel.stage is DuelStage.OPEN
        builds.send(session, duel, duelist, _text(duel, duelist, mail.text), now=now)
        sent = duelist.shown if is_open else duelist.build
        seal = duelist.shown_seal if is_open else duelist.build_seal
        answer = replace(_answer(duel, duelist, "sent"), sent=sent or "", seal=seal or "")
    _write(session, kept, duelist, sender, answer)
    return MailAction.ANSWERED


def _text(duel: Duel, duelist: Duelist, text: str) -> str:
    """Of the mail what can be read as what is asked: all of it, or one of its lines; else the line with the fewest problems."""
    if duel.stage is DuelStage.OVER:
        return text
    read, game = builds.reader_of(duel, duelist), rules_of(duel)
    found: list[tuple[int, str]] = []
    for each in _candidates(text):
        try:
            read_with(read, game, each)
        except BuildUnreadable as refusal:
            found.append((len(refusal.problems), each))
        else:
            return each
    return min(found, key=lambda each: each[0])[1] if found else text


def _candidates(text: str) -> Iterator[str]:
    said = (line.strip() for line in text.split("\n"))
    lines = [line for line in said if 0 < len(line) <= _LONGEST][:_MOST_LINES]
    labelled = [found["said"] for line in lines if (found := _LABEL.fullmatch(line))]
    yield from labelled or (["\n".join(lines), *lines] if lines else [text])


def _unnamed(game: Ruleset, mail: ReadMail) -> list[Problem]:
    return [] if _name(game, mail) else [Problem("duel-no-name")]


def _name(game: Ruleset, mail: ReadMail) -> str:
    """The name that its writer gives: behind a label, or alone in the first line that names no game and sets nothing; empty if there is none."""
    lines = _lines(mail)
    labelled = (found["said"] for line in lines if (found := _NAME.fullmatch(line)))
    others = (
        _ADDRESS.search(line) or _GAME.fullmatch(line) or _games_in(line) or _set_in(game, line)
        for line in lines
    )
    first = next((line for line, other in zip(lines, others, strict=True) if not other), "")
    return next(labelled, first if len(first) <= _MOST_NAME else "")


def _answer(duel: Duel, duelist: Duelist, event: DuelEvent) -> DuelAnswer:
    told = news.news(duel, duelist, event)
    return DuelAnswer(**{each.name: getattr(told, each.name) for each in fields(told)})


def _write(
    session: Session,
    kept: Kept,
    duelist: Duelist,
    sender: Player,
    answer: DuelAnswer,
) -> None:
    """Write the answer to the owner of the seat, who alone can have known its address."""
    player, now = duelist.player or sender, kept.received_at
    key = f"duel-mails:{player.id}"
    if buckets.take(session, key, capacity=ANSWERED_A_DAY, now=now):
        return
    letters.write(
        session,
        answer,
        player,
        f"duel-answer:mail:{kept.id}",
        now=now,
        lang=duelist.lang,
        answers=kept,
        deliverer=None if duelist.is_proven else duelist.deliverer,
    )
