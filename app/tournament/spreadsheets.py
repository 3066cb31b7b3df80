"""Tables as CSV for spreadsheets: who won against whom, and the standings."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED, Ruleset

if TYPE_CHECKING:  # `lab` needs neither tables nor a database
    from app.league.results import FinishedRun
    from app.statistics.analysis import Analysis
    from app.statistics.card_use import Use

_BOM: Final = "\ufeff"
# A spreadsheet would run what begins so. In some countries it also begins a cell after each semicolon.
_FORMULA: Final = re.compile(r"(^|;)([\s\"]*)(?=[=+\-@\t\r＝＋－＠])")


def results(row: bytes, blank: str = "") -> Iterator[str]:
    """`W`, `L` or `D` for each battle of the row, from its own view; blank where none was played."""
    letters = {HOME: "W", AWAY: "L", DRAW: "D"}
    return (blank if byte == NOT_PLAYED else letters[byte & 3] for byte in row)


def lines(names: Sequence[str], rows: Iterable[bytes]) -> Iterator[bytes]:
    """The cross table, a line each: names in the first row and the first column."""
    safe = [harmless(name) for name in names]
    yield _line(["", *safe], start=_BOM)
    for name, row in zip(safe, rows, strict=True):
        yield _line([name, *results(row)])


def standings_lines(run: "FinishedRun") -> Iterator[bytes]:
    """The standings, best first, a line each; the first line names the columns."""
    figures = ["points", "wins", "draws", "losses", *run.scoring.slugs]
    yield _line(["place", "number", "name", "owner", "build", *figures], start=_BOM)
    for standing in run.standings:
        participant = run.participants[standing.entry]
        texts = map(harmless, (participant.name, participant.owner, participant.written))
        counts = (standing.points, standing.wins, standing.draws, standing.losses)
        broken = ("" if value is None else f"{value:g}" for value in standing.tie_breaks)
        yield _line(
            [str(standing.place), str(participant.number), *texts, *map(str, counts), *broken]
        )


def card_lines(game: Ruleset, told: "Analysis") -> Iterator[bytes]:
    """The use of each card, in any slot (none is named) and in each, a line each; scores from 0 to 1."""
    head = ["card", "slot", "builds", "copies", "score", "score without", "contribution"]
    yield _line(head, start=_BOM)
    chars = {card.id: card.char for card in game.cards}
    for card in told.cards:
        yield _line([chars[card.card], "", str(card.entries), str(card.copies), *_scores(card)])
    for slot in told.slots:
        char = chars[slot.card] if slot.card else ""
        yield _line([char, str(slot.slot), str(slot.entries), "", *_scores(slot)])


def rival_lines(run: "FinishedRun", told: "Analysis") -> Iterator[bytes]:
    """Everybody's worst enemy, favourite victim and, unless the field is too large, nearest build, in order of place."""
    who = [run.participants[line.entry] for line in run.standings]
    others = ["worst enemy", "place of enemy", "favourite victim", "place of victim"]
    others += ["nearest build", "place of nearest", "changes"]
    nearest = told.nearest or [()] * len(who)
    yield _line(["place", "number", "name", *others], start=_BOM)
    for line, each, rivals, near in zip(run.standings, who, told.rivals, nearest, strict=True):
        cells = [str(line.place), str(each.number), harmless(each.name)]
        first = near[0] if near else None
        for rank in (rivals.enemy, rivals.victim, first.index if first else None):
            if rank is None:
                cells += ["", ""]
            else:
                cells += [harmless(who[rank].name), str(run.standings[rank].place)]
        yield _line([*cells, str(first.changes) if first else ""])


def harmless(name: str) -> str:
    """The name as a cell: with an apostrophe where a spreadsheet would take it for a formula."""
    return _FORMULA.sub(r"\1'\2", name)


def _scores(use: "Use") -> Iterator[str]:
    for score in (use.score, use.score_without, use.contribution):
        yield "" if score is None else f"{score:.4f}"


def _line(cells: Sequence[str], start: str = "") -> bytes:
    line = io.StringIO(newline="")
    csv.writer(line).writerow(cells)
    return (start + line.getvalue()).encode()
