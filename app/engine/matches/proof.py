"""The proof of a match: anyone can check its record line by line, with only the record and the rules.

Each check stands alone. The chain of hashes finds later changes. The revealed seed and builds must be those committed
to. Every draw is drawn again. The rules play the match once more.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, get_args

from app.engine.matches import record
from app.engine.matches.course import Match
from app.engine.matches.dice import Dice, build_commit, canonical, commit
from app.engine.matches.game import (
    SEATS,
    Chance,
    ConfigError,
    Game,
    GameStep,
    MatchDecision,
    Over,
)
from app.engine.matches.record import Ending, Fault, Line, Record
from app.engine.words import Words
from app.errors import RulesNotInstalled, UnknownGame

Find = Callable[[str, str], Game[Any]]
"""The game of this name in this version of its rules."""
_FIRST: Final = ("head", "withheld")
_NUMBERED: Final = ("chance", "move", "admin", "over")


@dataclass(frozen=True, slots=True)
class _Position:
    """The match after a line of the file (counted from 1), and what happened in that line."""

    line: int
    kind: str
    match: Match[Any]
    steps: Sequence[GameStep] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """What a record proves: its faults by line, and the positions that the rules lead to.

    Without its last line, the reveal, a record has no positions. That is not a fault: a match is revealed after its
    end.
    """

    record: Record
    faults: tuple[Fault, ...]
    positions: tuple[_Position, ...]

    @property
    def head(self) -> Line | None:
        """The first line, if it has the form of a head or of what replaces a withheld head."""
        return _head(self.record)

    @property
    def unproven(self) -> Iterator[Words]:
        """What this record leaves unproven although nothing in it is wrong."""
        if not self.is_revealed:
            yield Words(
                "抽選と手：種と構成が公開されるまでは確かめられません。",
                "Draws and moves: they can be checked once seed and builds are revealed.",
            )
        if self.head and self.head.get("beacon"):
            yield Words(
                "ビーコン：公開の乱数と全員の封緘から作られたことは、大会の記録で確かめられます。",
                "The beacon: only the record of the season shows that it is mixed of public randomness and the seals of all entries.",
            )
        if self.head and self.head["t"] == "withheld":
            yield Words(
                "名前と乱数のもと：この記録の1行目は伏せられています。",
                "Names and nonces: the head of this record is withheld, so nothing shows that its dice come from them.",
            )

    @property
    def is_revealed(self) -> bool:
        """Whether the record has the seed and the builds."""
        return any(line is not None and line["t"] == "reveal" for line in self.record.lines)

    @property
    def held(self) -> Iterator[_Position]:
        """The positions before the first line that does not hold."""
        first = self.faults[0].line if self.faults else len(self.record.lines) + 1
        return (each for each in self.positions if each.line < first)


def prove(file: bytes, find: Find) -> Proof:
    """The proof of this record, which may come from anyone."""
    read = record.read(file)
    check = _Check(read)
    check.order()
    whole = check.unbroken()
    check.chain()
    positions: tuple[_Position, ...] = ()
    head, (at, opened) = _head(read), check.opened()
    game = check.game(find, head) if head else None
    if head and opened:
        check.seed(head, at, opened)
        if game and check.builds(game, head, at, opened):
            positions = tuple(check.replay(Match.begin(game, head, opened["builds"]), whole))
    faults = sorted(check.faults, key=lambda fault: fault.line)
    return Proof(read, tuple(faults), positions)


def _head(read: Record) -> Line | None:
    first = read.lines[0] if read.lines else None
    return first if first is not None and first["t"] in _FIRST else None


class _Check:
    """One record on the way through the checks."""

    def __init__(self, read: Record) -> None:
        self.lines = read.lines
        self.faults = [*read.faults]

    def _fault(self, line: int, ja: str, en: str) -> None:
        self.faults.append(Fault(line, Words(ja, en)))

    def _numbered(self) -> Iterator[tuple[int, Line]]:
        return ((at, line) for at, line in enumerate(self.lines, start=1) if line is not None)

    def unbroken(self) -> int:
        """The number of lines, from the first, that are well-formed and in their place."""
        return min((fault.line for fault in self.faults), default=len(self.lines) + 1) - 1

    def opened(self) -> tuple[int, Line | None]:
        """The line of the reveal and its place, if there is one."""
        found = [(at, line) for at, line in self._numbered() if line["t"] == "reveal"]
        return found[0] if found else (0, None)

    # --- the file alone -----------------------------------------------------------------------------

    def order(self) -> None:
        """Check that a head comes first, then numbered lines without gaps to the end of the match, then the reveal."""
        if not self.lines:
            self._fault(1, "記録が空です。", "The record is empty.")
        n: int | None = 0
        before: str = ""
        for at, line in enumerate(self.lines, start=1):
            if line is None:
                n, before = None, "?"
                continue
            kind = line["t"]
            if (kind in _FIRST) != (at == 1):
                self._fault(
                    at,
                    "「head」は1行目にだけ書きます。",
                    "A record must begin with its head, and have only one.",
                )
            elif before == "reveal" or (before == "over" and kind != "reveal"):
                self._fault(
                    at,
                    "終わったあとに行があります。",
                    "There is a line after the end.",
                )
            elif before in get_args(Ending) and kind != "over":
                self._fault(
                    at,
                    f"「{before}」のあとには「over」が続きます。",
                    f"After “{before}” the line “over” must follow.",
                )
            elif kind == "reveal" and before not in {"over", "?"}:
                self._fault(at, "試合はまだ終わっていません。", "The match is not over here.")
            if kind in _NUMBERED:
                if n is not None and line["n"] != n + 1:
                    self._fault(
                        at,
                        f"nは{n + 1}のはずですが、{line['n']}になっています。",
                        f"“n” must be {n + 1}, but is {line['n']}.",
                    )
                n = line["n"]
            before = line["what"] if kind == "admin" else kind

    def chain(self) -> None:
        """Check that every hash follows from its line and the hash before."""
        before: str | None = ""
        for at, line in enumerate(self.lines, start=1):
            if line is None or before is None or line["t"] == "withheld":
                pass
            elif record.chain(before, line) != line["h"]:
                self._fault(
                    at,
                    "hがこの行と前の行に合いません。どちらかが書き換えられています。",
                    "“h” does not fit this line and the one before. One of them was changed.",
                )
            before = line["h"] if line is not None else None

    # --- what was committed to ----------------------------------------------------------------------

    def seed(self, head: Line, at: int, opened: Line) -> None:
        """Check that the seed is the one committed to, and that every draw comes from its dice."""
        seed = bytes.fromhex(opened["server_seed"])
        if commit(seed) != head["commit"]:
            self._fault(
                at,
                "公開された種が、はじめに封をした種と違います。",
                "The revealed seed does not fit its commitment.",
            )
            return
        dice = Dice.of(seed, head)
        for place, line in self._numbered():
            if line["t"] != "chance":
                continue
            what, out = line["what"], line["out"]
            if _is_possible(what, out) and dice.draw(Chance(line["label"], tuple(what))) == out:
                continue
            self._fault(
                place,
                f"「{line['label']}」の結果が種から引いたものと違います。",
                f"The result of “{line['label']}” does not follow from the seed.",
            )

    def builds(self, game: Game[Any], head: Line, at: int, opened: Line) -> bool:
        """Check that the builds are those committed to, and that they are legal."""
        known = len(self.faults)
        for seat in SEATS:
            build = opened["builds"][seat]
            salt = bytes.fromhex(opened["salts"][seat])
            if build_commit(build, salt) != head["build_commit"][seat]:
                self._fault(
                    at,
                    f"{seat}の構成が、はじめに封をしたものと違います。",
                    f"The build of {seat} does not fit its commitment.",
                )
            for problem in game.validate_build(build, head["config"]):
                self._fault(at, f"{seat}の構成：{problem.ja}", f"The build of {seat}: {problem.en}")
        return len(self.faults) == known

    # --- the rules ----------------------------------------------------------------------------------

    def game(self, find: Find, head: Line) -> Game[Any] | None:
        """The game by the rules of this record, if they are installed and the configuration is complete."""
        try:
            game = find(head["game"], head["rules"])
            settled = game.settle(head["config"])
        except (UnknownGame, RulesNotInstalled):
            self._fault(
                1,
                f"「{head['game']}」のルール「{head['rules']}」はここにはありません。",
                f"The rules “{head['rules']}” of “{head['game']}” are not installed here.",
            )
        except ConfigError as error:
            for problem in error.problems:
                self._fault(1, f"設定：{problem.ja}", f"The configuration: {problem.en}")
        else:
            if canonical(settled) == canonical(head["config"]):
                return game
            self._fault(
                1,
                "設定のキーが足りないか、書き方が違います。",
                "The configuration lacks a key, or writes one in another form.",
            )
        return None

    def replay(self, match: Match[Any], whole: int) -> Iterator[_Position]:
        """Every position as far as the rules allow. The first line that they do not allow is a fault."""
        yield _Position(1, "head", match)
        for at, line in [*self._numbered()][1:whole]:
            wrong = _refusal(match, line)
            if wrong:
                self._fault(at, *wrong)
                return
            match, steps = match.after(line)
            yield _Position(at, line["t"], match, steps)


def _refusal(match: Match[Any], line: Line) -> Words | None:
    """Why the rules do not allow this line here."""
    pending = match.pending
    match line["t"], pending:
        case "chance", Chance(label, what):
            if (line["label"], canonical(line["what"])) != (label, canonical([*what])):
                return Words(
                    f"ここで引くのは「{label}」{[*what]}です。",
                    f"The draw here must be “{label}” {[*what]}.",
                )
            if not _is_possible(line["what"], line["out"]):
                return Words(
                    "この抽選では出るはずのない結果です。", "Such a draw cannot give this."
                )
        case "move", tuple() as decisions:
            return _illegal(match, decisions, line)
        case "over", Over() as over:
            if (line["score"], line["reason"]) != (record.score(over), over.reason):
                return Words(
                    f"結果は{record.score(over)}「{over.reason}」です。",
                    f"The result must be {record.score(over)}, “{over.reason}”.",
                )
        case ("admin", Chance() | tuple()) | ("reveal", Over()):
            pass
        case _:
            due = _due(pending)
            return Words(f"次の行は{due.ja}のはずです。", f"The next line must be {due.en}.")
    return None


def _illegal(match: Match[Any], decisions: Sequence[MatchDecision], line: Line) -> Words | None:
    """Why these moves do not answer the decisions."""
    asked = {each.seat: each for each in decisions}
    place = decisions[0].place
    if line["d"] != place:
        return Words(
            f"ここで決めるのは「{place}」のはずです。", f"The decision here must be “{place}”."
        )
    if not line["moves"].keys() == line["by"].keys() == asked.keys():
        seats = ", ".join(asked)
        return Words(
            f"ここで答えるのは{seats}の席のはずです。",
            f"The seats asked here must be exactly {seats}.",
        )
    for seat, decision in asked.items():
        if line["moves"][seat] not in match.game.legal(match.state, decision):
            return Words(
                f"{seat}の手は、ルールで認められません。", f"The move of {seat} is not legal."
            )
    return None


def _due(pending: object) -> Words:
    match pending:
        case Chance(label):
            return Words(f"抽選「{label}」", f"the draw “{label}”")
        case Over(reason=reason):
            return Words(f"終わり「{reason}」", f"the end, “{reason}”")
        case _:
            return Words("席の決定", "a decision of the seats")


def _is_possible(what: Sequence[Any], out: Sequence[int]) -> bool:
    """Whether this draw can have this result."""
    match what:
        case ["shuffle", size]:
            return len(out) == size and sorted(out) == [*range(size)]
        case ["die", sides, dice]:
            return len(out) == dice and all(1 <= each <= sides for each in out)
        case ["below", n]:
            return len(out) == 1 and 0 <= out[0] < n
        case _:
            return out in ([0], [1])
