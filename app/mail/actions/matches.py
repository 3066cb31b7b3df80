"""What a player with open matches writes about them outside blocks: orders in sentences, single wishes, questions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from app.engine.matches.game import Seat
from app.errors import Problem
from app.games import ruleset
from app.league.matches import views
from app.league.matches.views import Look, Task
from app.mail.actions.orders import submit
from app.mail.case.case import Case, MailOutcome
from app.mail.case.limits import needs_human
from app.mail.reading.match_mail import ORDER, QUESTIONS, MatchName, Saying, sayings
from app.mail.reading.order_words import OrderWords
from app.mail.reading.request import UNCLEAR, is_ours
from app.notices.answers import Reading, Waiting, Why
from app.notices.news import Chapter, Turn
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
_FOR_ALL: Final = frozenset({"ok", "auto", "ready", "again"})
"""Wishes that mean every match, if they name none."""
_MOST_LETTERS: Final = 20

Act = Callable[[Case], MailOutcome]


@dataclass(slots=True)
class _OpenMatch:
    """An open match of the player, and the lines that the mail orders in it; `told`: the turn of which the answered letter told."""

    number: int
    task: Task
    match: Match
    look: Look
    words: OrderWords
    told: int | None
    last: Sequence[str] = ()
    """What was ordered for the turn before."""
    lines: list[str] = field(default_factory=list)
    turn: int | None = None
    problems: list[Problem] = field(default_factory=list)

    @property
    def name(self) -> MatchName:
        seat: Seat = "B" if self.task.seat == "A" else "A"
        return MatchName(self.number, self.task.game_id, self.look.names[seat])

    @property
    def block(self) -> str:
        """Its lines as a block."""
        turn = self.task.turn if self.turn is None else self.turn
        return "\n".join((f"game {self.task.game_id}", f"turn {turn}", *self.lines, "end"))


def answer_of(case: Case) -> Act | None:
    """The answer to this mail from its player's open matches; None if it is about something else."""
    if case.is_new:
        return None
    season = case.season if case.is_proven else None
    tasks = views.tasks(case.session, case.player)
    if not tasks or (case.speaker and case.speaker.wish):
        return None
    found = _open(case, tasks, season)
    if not found or (case.season and not season):
        return None
    mail = case.mail
    subject = "" if mail.text.strip() and is_ours(mail.subject) else f"{mail.subject}\n"
    text = mail.text if is_ours(mail.subject) else f"{subject}{mail.text}"
    said = [
        each for each in sayings(text, [each.name for each in found], found[0].words) if each.kind
    ]
    asks = dict.fromkeys(each.kind for each in said if each.kind in QUESTIONS)
    wishes = [each for each in said if each.kind not in QUESTIONS]
    is_out = case.request.command == "withdraw" and season is not None
    if not said and not is_out and case.request.command not in UNCLEAR | {"deadline"}:
        return None
    if not (said or is_out or case.request.questions or case.request.is_silent):
        if needs_human(case):
            return None
        case.notes(unclear="request")
    topics = (*case.request.questions, *asks)
    case.notes(questions=[*dict.fromkeys(topics)] or None)
    case.notes_season(_season(case, found))
    case.kept.note = case.note.plain()
    if season is None:
        return lambda case: _tell(case, found, "plain" if wishes else "" if topics else "unclear")
    if is_out and not wishes:
        return lambda case: _tell(case, found, "resign")
    if not wishes:
        if case.request.is_silent:
            return lambda case: _once(case, found)
        return lambda case: _tell(case, found, "" if topics else "unclear")
    return lambda case: _order(case, found, wishes)


def _open(case: Case, tasks: Sequence[Task], season: Season | None) -> list[_OpenMatch]:
    """The matches that wait, of the season that is meant, in the order of our letters."""
    rows = {each.id: each for each in matches.by_ids(case.session, [t.match_id for t in tasks])}
    those = [t for t in tasks if season is None or rows[t.match_id].season_id == season.id]
    those = [t for t in those if rows[t.match_id].season_id == rows[those[0].match_id].season_id]
    told = _told(case)
    played = stored_orders.played_plans(case.session, [*rows])
    found = []
    every = sorted(those, key=lambda task: (rows[task.match_id].round, task.match_id))
    for number, task in enumerate(every, 1):
        match = rows[task.match_id]
        look = views.look(case.session, match, task.seat, case.mail.lang)
        here = case.session.get_one(Season, match.season_id)
        cards = ruleset(here.game, here.rules_version).cards
        words = OrderWords(look.game, cards, look.view, look.decisions)
        last = [n for i, seat, n in played if (i, seat) == (task.match_id, task.seat)]
        lines = played[task.match_id, task.seat, max(last)].canonical.split("\n") if last else []
        found.append(_OpenMatch(number, task, match, look, words, told.get(task.match_id), lines))
    return found


def _told(case: Case) -> Mapping[int, int]:
    """The turns of which the letter told that is answered, else the last one that told of any, by match."""
    named = letters.answered(case.session, case.player, case.mail.in_reply_to[:1])
    latest = letters.latest_to(case.session, case.player, _MOST_LETTERS)
    for letter in [*filter(None, [named]), *latest]:
        match about(letter):
            case Turn(chapters=chapters) | Waiting(chapters=chapters) if chapters:
                return {each.match: each.turn for each in chapters}
    return {}


# --- orders ---------------------------------------------------------------------------------------


def _order(case: Case, found: Sequence[_OpenMatch], wishes: Sequence[Saying]) -> MailOutcome:
    """What the mail wishes is in force, match by match; where it names none, which is asked.

    Several matches are given up only by their blocks: the answer brings these.
    """
    asked = [each for each in found if each.task.is_asked] or [*found]
    lost = {n for each in wishes if each.kind == "resign" for n in _meant(each, asked, wishes)}
    if len(lost) > 1:
        wishes = [each for each in wishes if each.kind != "resign"]
    homeless = [each for each in wishes if not _take(each, found, asked, wishes)]
    if not any(each.lines or each.problems for each in found):
        why: Why = "resign" if len(lost) > 1 else "which"
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
    return submit(case, "\n".join(each.block for each in found if each.lines), readings)


def _meant(said: Saying, asked: Sequence[_OpenMatch], wishes: Iterable[Saying]) -> list[int]:
    """The numbers of the matches that it is about: those named; all others; all, or the only one."""
    if said.is_rest:
        named = {n for each in wishes for n in each.matches}
        return [each.number for each in asked if each.number not in named]
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
    """Whether it is known in which matches it is wished; there it is."""
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
    return bool(numbers) or said.is_rest


def _add(match: _OpenMatch, said: Saying) -> None:
    match said.kind:
        case "order":
            read = match.words.read(said.text)
            is_plain = read or match.words.begins(said.text) or not match.lines
            match.lines += [read or said.text] if is_plain else []
        case "ok":
            match.lines, match.turn = match.look.suggestion.split("\n"), match.told
        case "again":
            _repeat(match)
        case "auto" if match.lines and "then auto" in match.lines:
            pass
        case kind:
            match.lines.append(_LINES[kind])


def _repeat(match: _OpenMatch) -> None:
    """What was ordered last, as far as it can be ordered now."""
    known = [line for line in match.last if line not in ("ready", "extend", "")]
    lines = [line for line in known if match.words.fits(line) and match.words.read(line)]
    match.lines += lines
    gone = [line for line in known if line not in lines]
    if gone or not lines:
        code = "nothing-to-repeat" if gone else "nothing-ordered"
        match.problems.append(Problem(code, phrase=" / ".join(gone)))


# --- answers --------------------------------------------------------------------------------------


def _tell(case: Case, found: Sequence[_OpenMatch], why: Why = "", wish: str = "") -> MailOutcome:
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
    told = Waiting(chapters=chapters, why=why, wish=wish)
    return MailOutcome(MailAction.ANSWERED, told, _season(case, found))


def _season(case: Case, found: Sequence[_OpenMatch]) -> Season:
    return case.session.get_one(Season, found[0].match.season_id)


def _once(case: Case, found: Sequence[_OpenMatch]) -> MailOutcome:
    """The same to an empty mail, once an exchange: programs send such mails for ever."""
    here = [(each.match.id, each.task.turn) for each in found]
    for letter in letters.latest_to(case.session, case.player, _MOST_LETTERS):
        match about(letter):
            case Waiting(chapters=told) if here == [(each.match, each.turn) for each in told]:
                return MailOutcome(
                    MailAction.IGNORED, why="an empty mail was answered before in this exchange"
                )
    return _tell(case, found)
