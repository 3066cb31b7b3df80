"""The cross table as HTML. It may have forty thousand cells, so it is written here and not in a template."""

from collections.abc import Iterator, Sequence
from typing import Final

from markupsafe import Markup, escape

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED, Lang
from app.i18n import number, translations
from app.league.reviewing import FinishedRun
from app.league.standing import Standing
from app.web.rendering import spoken

MOST_CELLS: Final = 40_000
MOST_WITH_NAMES: Final = 300
"""Beyond this the columns are headed by numbers: nobody reads ten thousand names sideways."""
_CLASSES: Final = {HOME: "w", DRAW: "d", AWAY: "l"}


def rows_a_page(entries: int) -> int:
    """How many rows stand on one page: all of them, up to 300 entries."""
    return entries if entries <= MOST_WITH_NAMES else max(1, MOST_CELLS // entries)


def crosstable(run: FinishedRun, rows: Sequence[Standing], here: str, lang: Lang) -> Markup:
    """These rows of the table, both sides in order of place; `here` leads to the season's pages."""
    return Markup("").join(
        [
            Markup('<table class="cross"><thead><tr>'),
            *_head(run, here, lang),
            Markup("</thead><tbody>"),
            *_rows(run, rows, here, lang),
            Markup("</tbody></table>"),
        ]
    )


def _head(run: FinishedRun, here: str, lang: Lang) -> Iterator[Markup]:
    _ = translations(lang).gettext
    yield Markup('<td class="corner"><span>{}</span></td>').format(_("Row against column"))
    named = len(run.participants) <= MOST_WITH_NAMES
    for standing in run.standings:
        who = run.participants[standing.entry]
        label = spoken(who.name, lang) if named else escape(who.number)
        yield Markup('<th scope="col"><a href="{}entries/{}">{}</a></th>').format(
            here, who.number, label
        )
    yield Markup('<th scope="col" class="sum">{}</th>').format(_("Points"))


def _rows(run: FinishedRun, rows: Sequence[Standing], here: str, lang: Lang) -> Iterator[Markup]:
    columns = [(each.entry, run.participants[each.entry].number) for each in run.standings]
    marks = _marks(lang)
    for standing in rows:
        who = run.participants[standing.entry]
        outcomes = run.row(standing.entry)
        start = f"{here}battles/{who.number}-"
        # No quotes and no end tags where HTML needs none: a third of the bytes.
        cells = "".join(
            f"<td class={marks[byte][0]}><a href={start}{number}>{marks[byte][1]}</a>"
            if (byte := outcomes[entry]) != NOT_PLAYED
            else "<td class=x>"
            for entry, number in columns
        )
        head = Markup(
            '<tr><th scope="row"><span class="place">{}</span> <a href="{}entries/{}">{}</a></th>'
        ).format(number(standing.place), here, who.number, spoken(who.name, lang))
        yield head + Markup(cells)  # noqa: S704 - digits, and letters of ours
        yield Markup('<td class="sum">{}</tr>').format(number(standing.points))


def _marks(lang: Lang) -> dict[int, tuple[str, str]]:
    """The class and the letter of every outcome byte."""
    _ = translations(lang).gettext
    letters = {HOME: _("W"), DRAW: _("D"), AWAY: _("L")}
    return {
        byte: (_CLASSES[byte & 3], str(escape(letters[byte & 3])))
        for byte in range(NOT_PLAYED)
        if byte & 3 in letters
    }
