"""What became of a mail: what is in force after it that was not before, and what was written to whom."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sqlmodel import Session, col, select

from app.engine.matches.game import Game, Seat
from app.engine.matches.orders import orders as block_orders
from app.engine.matches.orders.blocks import split
from app.engine.matches.plans import planned
from app.league.matches import plans, views
from app.letters.contents import render
from app.mail.actions.handler import answer
from app.mail.case.batch import letters_answered, may_answer
from app.mail.inbox.arrivals import receive
from app.mail.inbox.message import NotAMail
from app.mail.reading.contents import BounceReport, Contents, MailDesk, read
from app.notices.about import About
from app.notices.answers import Help, OpenMatches, Orders, PassedOn, Problems, Wish
from app.notices.news import Shown
from app.notices.registry import about
from app.store import players, seasons
from app.store.matches import orders as stored_orders
from app.store.tables import (
    Entry,
    Exchange,
    Letter,
    Mail,
    Match,
    MatchPlan,
    Player,
    Revision,
    RevisionState,
)
from tests.mail.post.worlds import COMES

TOPICS: Final = {
    "build-size": "deck",
    "changes": "entry",
    "extensions": "how",
    "lost": "orders",
    "characters": "entry",
    "leaving": "stop",
    "lengths": "rules",
    "next-season": "seasons",
    "secrecy": "rules",
    "show": "entry",
    "when-results": "results",
    "who-may": "how",
    "who-runs": "how",
}
"""Our topics, where the README has another word for them; else they are the same."""
KINDS: Final = {
    "checked": {"answered:deck"},
    "follow": set[str](),
    "report": {"answered:results"},
    "shown": {"answered:entry"},
    "standings": {"answered:standings"},
}
"""What a letter of this kind does, in the words of the README."""
WAITING: Final = frozenset(["missing", "turn", "waiting"])
"""Kinds of letters that tell what waits."""
_WHY: Final = {
    "which": {"which-match"},
    "resign": {"resigned-asked"},
    "unclear": {"help"},
    "plain": {"help"},
    "again": {"orders-refused-with-blank"},
}
"""Why a letter tells how matches stand, in the words of the README."""
SHORT: Final = 100
"""A letter with more lines is not short."""
DONE: Final = frozenset(
    [
        "auto",
        "confirmed",
        "draw-offered",
        "dropped",
        "entry-changed",
        "entry-held",
        "change-asked",
        "extended",
        "orders",
        "resigned",
        "settings",
        "stopped",
        "withdrawn",
    ]
)
"""Words of what was done, not only said."""


@dataclass
class Became:
    """What became of a mail: words of the README, the orders now in force by match, and the answers in full."""

    words: set[str] = field(default_factory=set)
    plans: dict[str, MatchPlan] = field(default_factory=dict)
    resigned: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    answers: list[tuple[str, str, str]] = field(default_factory=list)
    """Kind, subject and text of each letter to whoever wrote."""
    revision: Revision | None = None
    before: Revision | None = None
    note: Mapping[str, Any] = field(default_factory=dict)
    player: Player | None = None

    @property
    def told(self) -> str:
        """All that the answers say, with single spaces."""
        return " ".join(" ".join(f"{subject}\n{text}" for _, subject, text in self.answers).split())


def became(session: Session, raw: bytes, address: str, desk: MailDesk) -> Became:
    """The mail comes in and is answered, as the jobs do it."""
    found = Became()
    player = players.with_address(session, address)
    own = own_matches(session, player)
    before = _stand(session, own)
    entries = _entries(session, player)
    last = max((each for each in session.exec(select(Letter.id))), default=0)
    kept = receive(session, raw, COMES)
    answer(session, {kept.id: _read(session, raw, desk)}, desk)
    session.flush()
    session.expire_all()
    found.note = dict(kept.note)
    for letter in session.exec(select(Letter).where(Letter.id > last).order_by(col(Letter.id))):
        who = session.get_one(Player, letter.player_id)
        if letter.kind != "copy" and (letter.mail_id == kept.id or who.address == address):
            rendered = render(session, letter)
            found.answers.append((letter.kind, rendered.subject, rendered.text))
            found.words |= _said(letter.kind, about(letter), rendered.text)
    player = found.player = players.with_address(session, address)
    own = own_matches(session, player)
    _matches(found, before, _stand(session, own), own)
    _entry(found, entries, _entries(session, player))
    if player and player.muted_at:
        found.words |= {"stopped", "settings"}
    _waits(found, kept)
    return found


def own_matches(session: Session, player: Player | None) -> dict[str, tuple[Match, Seat]]:
    """The matches of this player, numbered by round."""
    if not player:
        return {}
    ids = {each.id for each in session.exec(select(Entry).where(Entry.player_id == player.id))}
    every = session.exec(select(Match).order_by(col(Match.round))).all()
    mine = [each for each in every if {each.entry_a_id, each.entry_b_id} & ids]
    return {
        str(number): (each, "A" if each.entry_a_id in ids else "B")
        for number, each in enumerate(mine, 1)
    }


def _read(session: Session, raw: bytes, desk: MailDesk) -> Contents | BounceReport | NotAMail:
    games = seasons.games(session)
    try:
        said = read(raw, desk, games)
        if isinstance(said, Contents) and may_answer(said):
            letters = letters_answered(session, said, desk)
            return read(raw, desk, games, None, letters) if letters else said
    except NotAMail as refusal:
        return refusal
    return said


def _stand(session: Session, own: Mapping[str, tuple[Match, Seat]]) -> dict[str, tuple[Any, ...]]:
    """How each match stands: what is in force, whether it was resigned or a draw offered, and its deadline."""
    plans = stored_orders.plans(session, [match for match, _ in own.values()])
    standing = stored_orders.standing(session, [match.id for match, _ in own.values()])
    found = {}
    for number, (match, seat) in own.items():
        plan, stands = plans.get((match.id, seat)), standing.get((match.id, seat))
        exchange = session.get(Exchange, match.exchange_id or 0)
        found[number] = (
            plan and (plan.canonical, plan.is_ready),
            stands and stands.canonical,
            match.verdict,
            bool(plan and plan.offers_draw),
            exchange and exchange.deadline,
            plan,
        )
    return found


def _matches(
    found: Became,
    before: Mapping[str, tuple[Any, ...]],
    after: Mapping[str, tuple[Any, ...]],
    own: Mapping[str, tuple[Match, Seat]],
) -> None:
    for number, was in before.items():
        now = after[number]
        if now[4] and was[4] and now[4] > was[4]:
            found.words.add("extended")
        if now[2] != was[2]:
            found.words.add("resigned")
            found.resigned.append(number)
        elif now[3] and not was[3]:
            found.words.add("draw-offered")
            found.drawn.append(number)
        elif now[:2] != was[:2] and now[5] is not None and now[5].canonical != "extend":
            found.plans[number] = now[5]
            only = {*now[5].canonical.split("\n")} <= {"", "then auto", "ready", "extend"}
            is_standing = now[1] != was[1]
            if not only or is_standing:
                found.words.add("orders")
            else:
                found.words.add("auto")


def _entries(
    session: Session, player: Player | None
) -> list[tuple[Entry, Revision | None, Revision | None]]:
    """The entries of this player: each with what counts, and the last revision that is held."""
    if not player:
        return []
    own = session.exec(select(Entry).where(Entry.player_id == player.id)).all()
    found = []
    for entry in own:
        held = session.exec(
            select(Revision).where(
                Revision.entry_id == entry.id, Revision.state == RevisionState.HELD
            )
        ).all()
        current = session.get(Revision, entry.current_id) if entry.current_id else None
        found.append((entry, current, max(held, key=lambda each: each.id, default=None)))
    return found


def _entry(
    found: Became,
    before: list[tuple[Entry, Revision | None, Revision | None]],
    after: list[tuple[Entry, Revision | None, Revision | None]],
) -> None:
    was = {entry.id: (current, held) for entry, current, held in before}
    for entry, current, held in after:
        current_before, held_before = was.get(entry.id, (None, None))
        found.before = found.before or current_before
        if held and (held_before is None or held.id > held_before.id):
            found.words.add("change-asked" if current_before else "entry-held")
            found.revision = held
        elif held_before and current and not current_before:
            found.words.add("confirmed")
            found.revision = current
            if current.id != held_before.id:
                found.words.add("entry-changed")
        elif held_before and not held:
            found.words.add("dropped")
        elif current_before and not current:
            found.words.add("withdrawn")
        elif current and current_before and current.id != current_before.id:
            found.words.add("entry-changed")
            found.revision = current
        elif current and not current_before:
            found.words.add("entry-entered")


def _waits(found: Became, kept: Mail) -> None:
    """Whether it waits for the organiser; or whether nothing at all has come of it."""
    if kept.waits_since:
        is_told = any(kind == PassedOn.slug for kind, _, _ in found.answers)
        found.words.add("desk-at-once-with-receipt" if is_told else "desk-in-silence")
    if not found.answers and not found.words & DONE:
        found.words.add("nothing")


def _said(kind: str, matter: About, text: str) -> set[str]:
    words = {f"answered:{TOPICS.get(each, each)}" for each in matter.questions}
    if "changes" in matter.questions:  # the answer says until when
        words.add("answered:deadline")
    match matter:
        case Help(topic=topic):
            plain = topic in ("form", "help")
            words.add(topic if plain else f"answered:{TOPICS.get(topic, topic)}")
        case Wish(wish=wish, is_done=is_done):
            words.add(
                "settings"
                if is_done
                else "withdrawn-asked"
                if wish == "withdraw"
                else "answered:stop"
                if wish == "mute"
                else f"{wish}-asked"
            )
        case Problems(problems=problems, request=request, declined=declined):
            words |= {*_of_problems({each.code for each in problems}, request, declined)}
        case Shown(is_asked=True):
            words.add("answered:deck")
        case OpenMatches(why=why):
            words |= _WHY.get(why, set())
            if "answered:rules" in words:
                words.add("answered:cards")
        case Orders(readings=readings):
            words |= {each.code for reading in readings for each in reading.problems} & {
                "which-match"
            }
            if any(each.problems for each in readings):
                words.add(
                    "orders-refused-with-blank" if "\ngame " in f"\n{text}" else "orders-refused"
                )
    if kind in WAITING:
        words.add("short-letter" if text.count("\n") < SHORT else "long-letter")
    return words | KINDS.get(kind, set())


def _of_problems(codes: set[str], request: str | None, declined: int | None) -> Iterator[str]:
    which = {each for each in codes if each.startswith("which-")}
    yield from which
    if "not-understood" in codes:
        yield "help"
    elif not which and declined is None:
        yield (
            "entry-refused"
            if request in ("enter", "change", "again", "check", None)
            else f"refused:{request}"
        )
        if request == "check" or (request == "change" and "season-closed" in codes):
            yield "answered:deck"


def same_orders(
    session: Session, own: tuple[Match, Seat], plan: MatchPlan, lines: list[str]
) -> bool:
    """Whether the plan makes happen what these lines would."""
    match, seat = own
    play = views.read(session, match)
    view = views.seen(play, seat).view
    wanted, given = (
        block_orders.read(split(text, headless=True).blocks[0], play.game, view)
        for text in ("\n".join(lines), plan.canonical)
    )
    if sorted(map(str, wanted.lines)) == sorted(map(str, given.lines)):
        return True
    ways = [planned(each, play.game, view, play.turn) for each in (wanted, given)]
    both = [sorted(repr(each) for each in way) for way in ways]
    if both[0] and both[0] == both[1]:
        return True
    # Where one action has all plays of a turn, what is passed over is not in it.
    texts = ("\n".join(lines), plan.canonical)
    whole = [plans.check(session, match, seat, each, play=play).forecast.action for each in texts]
    return whole[0] is not None and "plays" in whole[0] and whole[0] == whole[1]


def stands_in(letter: str, plan: MatchPlan, game: Game[Any]) -> bool:
    """Whether all lines of the plan stand in the letter, in one of its languages: as it suggests them."""
    said = "".join(letter.casefold().split())
    lines = [line for line in plan.canonical.split("\n") if " " in line]
    ways = [
        {"".join(each.casefold().split()) for each in (line, game.order_ja(line))} for line in lines
    ]
    return bool(lines) and all(any(each in said for each in way) for way in ways)
