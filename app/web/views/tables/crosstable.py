"""The cross table as a map: strong characters first, a colour and a mark for each battle.

It may have a quarter of a million cells, so it is written here and not in a template.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import sub
from typing import Final

from markupsafe import Markup, escape

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED, Lang, Ruleset, reason_of
from app.i18n import N_, number, translations
from app.league.results.results import FinishedRun
from app.tournament.full_table import in_order
from app.tournament.standings import Standing
from app.web.rendering import spoken

MOST_LINKED: Final = 100
"""The most characters for a link in each cell; beyond, the map is a picture whose rows are links."""
MOST_CELLS: Final = MOST_LINKED**2
"""Links on one page: as many as the largest map of the laboratory has."""
MOST_WITH_NAMES: Final = 300
"""Beyond this the columns are headed by places: ten thousand names cannot be read sideways."""
CLASSES: Final = {HOME: "w", DRAW: "d", AWAY: "l"}
"""How style sheets call a battle that was won, drawn or lost."""
_SENTENCES: Final = {
    "won": N_("%(name)s beat %(other)s: %(what)s"),
    "drawn": N_("%(name)s and %(other)s drew: %(what)s"),
    "lost": N_("%(name)s lost to %(other)s: %(what)s"),
}
"""What the script says of a cell."""


_RESULTS: Final = bytes(
    ord("x" if byte == NOT_PLAYED else CLASSES.get(byte & 3, "l")) for byte in range(256)
)
_RUNS: Final = {kind: re.compile(f"{kind}+") for kind in "wdx"}
"""The results that are drawn."""


@dataclass(frozen=True, slots=True)
class Head:
    """The character of a row and a column. `number` is the one in addresses."""

    number: int
    name: str
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class Heatmap:
    """The map as HTML. `is_linked`: every cell leads to its battle."""

    html: Markup
    is_linked: bool


def heatmap(
    heads: Sequence[Head],
    rows: Iterable[bytes],
    here: str,
    lang: Lang,
    game: Ruleset,
) -> Heatmap:
    """The map of all these, the strong first; `rows` has their outcomes in the same order both ways.

    `here` leads to where `battles/3-17` and `entries/3` are.
    """
    if len(heads) <= MOST_LINKED:
        html = linked(heads, zip(heads, rows, strict=True), here, lang, game)
        return Heatmap(html, True)
    return Heatmap(drawn(heads, rows, here), False)


# --- each cell a link ---------------------------------------------------------------------------------


def linked(
    columns: Sequence[Head],
    rows: Iterable[tuple[Head, bytes]],
    here: str,
    lang: Lang,
    game: Ruleset,
) -> Markup:
    """A table of these rows against all columns; each cell links to its battle.

    It is one stop of the Tab key, on its first row. From there `table.js` moves by arrow keys and says how a
    battle ended, by `data-end` of the cell, otherwise of the table.
    """
    lines = list(rows)
    ends = Counter(reason_of(byte) for _, row in lines for byte in row if byte != NOT_PLAYED)
    common = ends.most_common(1)[0][0] if ends else 0
    return Markup("").join(
        [
            _opened(game, common, lang),
            *_column_heads(columns, here, lang),
            Markup("</thead><tbody>"),
            *_rows(columns, lines, here, lang, common),
            Markup("</tbody></table>"),
        ]
    )


def _opened(game: Ruleset, common: int, lang: Lang) -> Markup:
    """The start of the table, with what the script says of its cells."""
    _ = translations(lang).gettext
    ends = [game.ending(reason, lang) for reason in range(len(game.reasons))]
    blanks = {"name": "{name}", "other": "{other}", "what": "{what}"}
    told = {f"data-{slug}": _(each) % blanks for slug, each in _SENTENCES.items()}
    attributes = told | {"data-end": str(common), "data-ends": json.dumps(ends, ensure_ascii=False)}
    return Markup('<table class="cross"{}><thead><tr>').format(
        Markup("").join(Markup(' {}="{}"').format(*each) for each in attributes.items())
    )


def _column_heads(columns: Sequence[Head], here: str, lang: Lang) -> Iterator[Markup]:
    _ = translations(lang).gettext
    yield Markup('<td class="corner"><span>{}</span></td>').format(_("Row against column"))
    named = len(columns) <= MOST_WITH_NAMES
    for head in columns:
        label = spoken(head.name, lang) if named else escape(number(head.place))
        title = Markup("") if named else Markup(' title="{}"').format(head.name)
        yield Markup('<th scope="col"><a href="{}entries/{}" tabindex="-1"{}>{}</a></th>').format(
            here, head.number, title, label
        )
    yield Markup('<th scope="col" class="sum">{}</th>').format(_("Points"))


def _rows(
    columns: Sequence[Head],
    rows: Iterable[tuple[Head, bytes]],
    here: str,
    lang: Lang,
    common: int,
) -> Iterator[Markup]:
    numbers = [head.number for head in columns]
    marks = _marks(lang, common)
    stop = Markup("")
    for head, outcomes in rows:
        start = escape(f"{here}battles/{head.number}-")
        # No quotes and no end tags where HTML needs none: a third of the bytes.
        cells = "".join(
            f"<td class={marks[byte][0]}><a href={start}{number} tabindex=-1>{marks[byte][1]}</a>"
            if byte != NOT_PLAYED
            else "<td class=x>"
            for byte, number in zip(outcomes, numbers, strict=True)
        )
        yield Markup(
            '<tr><th scope="row"><span class="place">{}</span> <a href="{}entries/{}"{}>{}</a></th>'
        ).format(number(head.place), here, head.number, stop, spoken(head.name, lang))
        stop = Markup(' tabindex="-1"')
        yield Markup(cells)  # noqa: S704 - digits, and letters of ours
        yield Markup('<td class="sum">{}</tr>').format(number(head.points))


def _marks(lang: Lang, common: int) -> dict[int, tuple[str, str]]:
    """The class of every outcome byte, with its end unless that is the most common one, and its letter."""
    _ = translations(lang).gettext
    letters = {HOME: _("W"), DRAW: _("D"), AWAY: _("L")}
    return {
        byte: (
            CLASSES[byte & 3] + ("" if byte >> 2 == common else f" data-end={byte >> 2}"),
            str(escape(letters[byte & 3])),
        )
        for byte in range(NOT_PLAYED)
        if byte & 3 in letters
    }


# --- each row a line of a picture ---------------------------------------------------------------------


def drawn(heads: Sequence[Head], rows: Iterable[bytes], here: str) -> Markup:
    """A picture with one unit per cell.

    A click on a row leads to its character. It serves eyes and mice only: the page also lists all characters as
    links.
    """
    size = len(heads)
    strokes = "".join(_strokes(at, row) for at, row in enumerate(rows))
    address = escape(here)
    links = "".join(
        f'<a href="{address}entries/{head.number}" tabindex="-1"><path d="M0 {at}h{size}"/>'
        f"<title>{number(head.place)}. {escape(head.name)}</title></a>"
        for at, head in enumerate(heads)
    )
    return Markup(  # noqa: S704 - digits of ours, and names escaped
        f'<svg class="map" viewBox="0 -.5 {size} {size}" aria-hidden="true" focusable="false">'
        f"{strokes}{links}</svg>"
    )


def _strokes(at: int, row: bytes) -> str:
    """The row of this height: a path for each result but losses, which are the ground."""
    results = row.translate(_RESULTS).decode()
    paths = {kind: _path(at, runs.finditer(results)) for kind, runs in _RUNS.items()}
    return "".join(f'<path class={kind} d="{path}"/>' for kind, path in paths.items() if path)


def _path(at: int, runs: Iterable[re.Match[str]]) -> str:
    ends = [*chain.from_iterable(map(re.Match.span, runs))]
    if not ends:
        return ""
    written = f"M{ends[0]} {at}h%d" + "m%d 0h%d" * (len(ends) // 2 - 1)
    return written % tuple(map(sub, ends[1:], ends))  # at once: a page has thousands of them


# --- a season's, of a large one a few rows at a time ----------------------------------------------------


def rows_a_page(entries: int) -> int:
    """How many rows stand on one page: all of them, as long as they are few."""
    return max(1, MOST_CELLS // max(entries, 1))


def crosstable(run: FinishedRun, rows: Sequence[Standing], here: str, lang: Lang) -> Markup:
    """These rows of the table, both sides in order of place; `here` leads to the season's pages."""
    columns = [_head_of(run, line) for line in run.standings]
    outcomes = in_order(rows, run.standings, run.row)
    heads = (_head_of(run, line) for line in rows)
    return linked(columns, zip(heads, outcomes, strict=True), here, lang, run.game)


def _head_of(run: FinishedRun, line: Standing) -> Head:
    who = run.participants[line.entry]
    return Head(who.number, who.name, line.place, line.points)
