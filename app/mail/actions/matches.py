"""What a player with open matches writes about them outside blocks: orders in sentences, single wishes, questions."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from app.engine.matches.game import Seat
from app.errors import Problem
from app.league.matches import views
from app.league.matches.settings import rules_of
from app.league.matches.views import Look, Task
from app.letters.rulebook import passages
from app.mail.actions.orders import submit
from app.mail.case.case import Case, MailOutcome
from app.mail.case.limits import needs_human
from app.mail.reading.match_mail import (
    ORDER,
    QUESTIONS,
    RULES,
    TALK,
    THANKS,
    MatchName,
    Saying,
    sayings,
)
from app.mail.reading.order_words import OrderWords
from app.mail.reading.request import UNCLEAR, is_ours
from app.notices.answers import ORGANISER, OpenMatches, Reading, Why
from app.notices.news import Chapter, Missing, Turn
from app.notices.registry import about
from app.store import letters
from app.store.matches import matches, orders as stored_orders
from app.store.tables import MailAction, Match, Season

_LINES: Final = {
    "resign": "resign",
    "draw": "offer draw",
    "extend": "extend",
    "ready": "ready",
    "auto": "then auto",
    "pass": "pass",
}
"""The line of a block that a wish in a sentence becomes."""
_FOR_ALL: Final = frozenset({"auto", "ready", "again"})
"""Wishes that mean every match, if they name none."""
_MOST_LETTERS: Final = 20

Act = Callable[[Case], MailOutcome]


@dataclass(slots=True)
class _OpenMatch:
    """An open match of the player, with the lines that the mail orders in it. `told`: the turn that
    the answered letter was about.
    """

    number: int
    task: Task
    match: Match
    look: Look
    words: OrderWords
    told: int | None
    last: Sequence[str] = ()
    """The orders of the turn before."""
    lines: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    """Words that name cards, and cannot be read as orders."""
    turn: int | None = None
    problems: list[Problem] = field(default_factory=list)

    @property
    def name(self) -> MatchName:
        seat: Seat = "B" if self.task.seat == "A" else "A"
        return MatchName(self.number, self.task.game_id, self.look.names[seat])

    @property
    def block(self) -> str:
        """Its lines as a block; with none that can be read, as they were typed."""
        turn = self.task.turn if self.turn is None else self.turn
        lines = self.lines if {*self.lines} - {*_LINES.values()} else [*self.unread, *self.lines]
        return "\n".join((f"game {self.task.game_id}", f"turn {turn}", *lines, "end"))

    @property
    def is_told(self) -> bool:
        """Whether the mail orders something in it."""
        return bool(self.lines or self.unread or self.problems)


def answer_of(case: Case) -> Act | None:
    """The answer to this mail from its player's open matches; None if it is about something else."""
    request, mail = case.request, case.mail
    is_theirs = case.is_proven or not (case.season or case.is_new)
    tasks = views.tasks(case.session, case.player) if is_theirs else []
    found = _open(case, tasks) if tasks and not (case.speaker and case.speaker.wish) else []
    if not found:
        return None
    text = mail.text if is_ours(mail.subject) else f"{mail.subject}\n{mail.text}"
    names = [each.name for each in found]
    every = sayings(text, names, found[0].words)
    said = [each for each in every if each.kind]
    if any(each.kind == THANKS for each in said):
        said = [
            each for each in said if each.kind != THANKS and (each.kind != "ok" or each.matches)
        ]
    wishes = [each for each in said if each.kind not in QUESTIONS]
    topics = {each.kind for each in said if each.kind in QUESTIONS}
    asked = " ".join(each.text for each in said if each.kind == RULES)
    here = _season(case, found)
    if not passages(rules_of(case.session, here), asked, mail.lang):
        topics, asked = topics - {RULES}, ""
    is_out = request.command == "withdraw" and case.is_proven and not topics
    is_heard = bool(wishes or topics or is_out)
    is_other = request.command not in UNCLEAR | {"deadline"}
    if request.command == ORGANISER or (is_other and not (wishes or topics - {RULES} or is_out)):
        return None
    if not (is_heard or request.questions or request.is_silent):
        if request.concern or needs_human(case):
            return None
        case.notes(unclear="request")
    case.notes(questions=[*dict.fromkeys((*request.questions, *topics))] or None)
    case.notes_season(here)
    case.kept.note = case.note.plain()
    if wishes and case.is_proven:
        unread = {n for each in every if each.kind == TALK for n in each.matches}
        return partial(_order, found=found, wishes=wishes, unread=unread)
    if request.is_silent:
        return partial(_once, found=found)
    why: Why = (
        "plain" if wishes else "resign" if is_out else "" if case.note.questions else "unclear"
    )
    return partial(_tell, found=found, why=why, asked=asked)


def _open(case: Case, tasks: Sequence[Task]) -> list[_OpenMatch]:
    """The matches that wait, of the season that is meant, by their numbers in the letter that is answered."""
    rows = {each.id: each for each in matches.by_ids(case.session, [t.match_id for t in tasks])}
    meant = case.season.id if case.season else rows[tasks[0].match_id].season_id
    told = _told(case)
    played = stored_orders.played_plans(case.session, [*rows])
    here = case.session.get_one(Season, meant)
    cards = rules_of(case.session, here).cards
    order = [*told, *sorted(rows.keys() - told.keys(), key=lambda id_: (rows[id_].round, id_))]
    found = []
    for task in tasks:
        match = rows[task.match_id]
        if match.season_id != meant:
            continue
        look = views.look(case.session, match, task.seat, case.mail.lang)
        words = OrderWords(look.game, cards, look.view, look.decisions)
        last = [n for i, seat, n in played if (i, seat) == (task.match_id, task.seat)]
        lines = played[task.match_id, task.seat, max(last)].canonical.split("\n") if last else []
        number, turn = order.index(match.id) + 1, told.get(match.id)
        found.append(_OpenMatch(number, task, match, look, words, turn, lines))
    return sorted(found, key=lambda each: each.number)


def _told(case: Case) -> Mapping[int, int]:
    """The turns of which the letter told that is answered, else the last one that told of any, by match."""
    named = letters.answered(case.session, case.player, case.mail.in_reply_to[:1])
    latest = letters.latest_to(case.session, case.player, _MOST_LETTERS)
    for letter in [*filter(None, [named]), *latest]:
        match about(letter):
            case Turn(chapters=told) | Missing(chapters=told) | OpenMatches(chapters=told) if told:
                return {each.match: each.turn for each in told}
    return {}


# --- orders ---------------------------------------------------------------------------------------


def _order(
    case: Case, found: Sequence[_OpenMatch], wishes: Sequence[Saying], unread: Collection[int]
) -> MailOutcome:
    """What the mail wishes is in force, match by match; where it names none, which is asked.

    Several matches are given up only by their blocks: the answer brings these. The rest are those of which nothing else
    is said; `unread`: of these something that is no wish.
    """
    asked = [each for each in found if each.task.is_asked] or [*found]
    named = {*unread, *(n for each in wishes for n in each.matches)}
    rest = tuple(each.number for each in asked if each.number not in named)
    wishes = [
        replace(each, matches=rest, is_rest=not rest) if each.is_rest else each for each in wishes
    ]
    lost = {n for each in wishes if each.kind == "resign" for n in _meant(each, asked, wishes)}
    if len(lost) > 1:
        wishes = [each for each in wishes if each.kind != "resign"]
    homeless = [each for each in wishes if not _take(each, found, asked, wishes)]
    if not any(each.is_told for each in found):
        reasons: dict[Why, bool] = {
            "resign": len(lost) > 1,
            "which": bool(homeless),
            "again": any(each.kind == "again" for each in wishes),
            "done": all(each.task.has_plan for each in asked),
        }
        why: Why = next((each for each, holds in reasons.items() if holds), "")
        return _tell(case, found, why, homeless[0].text if homeless else "")
    readings = [
        Reading(
            game_id=each.name.game_id,
            match=each.match.id,
            seat=each.task.seat,
            opponent=each.name.opponent,
            turn=each.task.turn,
            problems=tuple(each.problems),
        )
        for each in found
        if each.problems
    ]
    names = tuple(each.name.opponent for each in asked)
    problems = [Problem("which-match", phrase=each.text, suggestions=names) for each in homeless]
    if len(lost) > 1:
        problems.append(Problem("resign-several"))
    if problems:
        readings.append(Reading(game_id="", problems=tuple(problems)))
    return submit(
        case, "\n".join(each.block for each in found if each.lines or each.unread), readings
    )


def _meant(said: Saying, asked: Sequence[_OpenMatch], wishes: Iterable[Saying]) -> list[int]:
    """The numbers of the matches that it is about: those named; all, or the only one."""
    if said.is_rest:
        return []
    every = [each.number for each in asked]
    if said.kind == "ok" and {*every} <= {*(said.matches or every)}:  # but those told of apart
        apart = {n for each in wishes if each.kind != "ok" for n in each.matches}
        if not said.matches:  # it may only thank for a receipt: it takes the place of no orders
            apart |= {each.number for each in asked if each.task.has_plan}
        return [n for n in every if n not in apart]
    if said.matches:
        return [*said.matches]
    if said.kind in _FOR_ALL or len(asked) == 1:
        return [each.number for each in asked]
    return [asked[0].number] if said.kind == "extend" else []


def _take(
    said: Saying,
    found: Sequence[_OpenMatch],
    asked: Sequence[_OpenMatch],
    wishes: Sequence[Saying],
) -> bool:
    """Apply a wish to its matches. Returns whether these are known."""
    numbers = _meant(said, asked, wishes)
    if said.kind == "extend":
        numbers = numbers[:1]  # it counts for all
    if not numbers and said.kind == ORDER:
        fit = [
            each.number
            for each in asked
            if (read := each.words.read(said.text)) and each.words.fits(read)
        ]
        numbers = fit if len(fit) == 1 else []
    for each in found:
        if each.number in numbers:
            _add(each, said)
    return bool(numbers) or said.is_rest or said.kind == "ok"


def _add(match: _OpenMatch, said: Saying) -> None:
    match said.kind:
        case "order" if read := match.words.read(said.text):
            objection = match.words.objection(read)
            if objection and match.words.is_for_now(read):
                problem = Problem("order", words=(objection.ja, objection.en))
                match.problems.append(problem)
            else:
                new = read.split("\n")
                old = (e for e in match.lines if not any(match.words.replaces(n, e) for n in new))
                match.lines = [*old, *new]
        case "order":
            is_line = match.words.begins(said.text)
            (match.lines if is_line else match.unread).append(said.text)
        case "ok":
            match.lines, match.turn = match.look.suggestion.split("\n"), match.told
        case "again":
            _repeat(match)
        case kind if _LINES[kind] not in match.lines:
            match.lines.append(_LINES[kind])


def _repeat(match: _OpenMatch) -> None:
    """Repeat the last orders, as far as they are possible now."""
    known = [line for line in match.last if line not in ("ready", "extend", "")]
    lines = [line for line in known if match.words.read(line) and match.words.fits(line)]
    match.lines += lines
    gone = [line for line in known if line not in lines]
    if gone:
        match.problems.append(Problem("not-ordered-again", phrase=" / ".join(gone)))


# --- answers --------------------------------------------------------------------------------------


def _tell(
    case: Case, found: Sequence[_OpenMatch], why: Why = "", wish: str = "", asked: str = ""
) -> MailOutcome:
    """How the matches stand, with their blanks."""
    chapters = tuple(
        Chapter(
            match=each.match.id,
            seat=each.task.seat,
            since=each.match.step,
            until=each.match.step,
            turn=each.task.turn,
            deadline=each.task.deadline,
            is_asked=each.task.is_asked,
        )
        for each in found
    )
    told = OpenMatches(chapters=chapters, why=why, wish=wish, asked=asked)
    return MailOutcome(MailAction.ANSWERED, told, _season(case, found))


def _season(case: Case, found: Sequence[_OpenMatch]) -> Season:
    return case.session.get_one(Season, found[0].match.season_id)


def _once(case: Case, found: Sequence[_OpenMatch]) -> MailOutcome:
    """The same to an empty mail, once an exchange: programs send such mails for ever."""
    here = [(each.match.id, each.task.turn) for each in found]
    for letter in letters.latest_to(case.session, case.player, _MOST_LETTERS):
        match about(letter):
            case OpenMatches(chapters=told) if here == [(each.match, each.turn) for each in told]:
                return MailOutcome(
                    MailAction.IGNORED, why="an empty mail was answered before in this exchange"
                )
    return _tell(case, found)
