"""Pages of statistics: the full table of a field, for seasons, lists and the desk."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from markupsafe import Markup

from app.engine import CardInfo, Lang, Ruleset
from app.i18n import number, translations
from app.league.results.results import FinishedRun
from app.statistics import sentences
from app.statistics.analysis import Analysis
from app.statistics.awards import honours, words
from app.statistics.card_pairs import PairUse
from app.statistics.card_use import CardUse, SlotUse, UsedCard
from app.statistics.matches import Matches
from app.store.entrants import HiddenParts
from app.tournament.cache import Cache
from app.tournament.full_table import Entrant, in_order
from app.web.cards import by_id
from app.web.rendering import spoken
from app.web.views.characters import linked
from app.web.views.fields import FieldView, StageView, field_of
from app.web.views.statistics import charts
from app.web.views.statistics.charts import Cell, GridLine, signed
from app.web.views.tables.crosstable import Head, drawn

MOST_RIVALS: Final = 10
"""Lines of rivals on the page; the download has all."""
MOST_ALIKE: Final = 6
MOST_PAIRS: Final = 12
"""Pairs of cards on the page; the downloads have all."""
MOST_DRAWN: Final = 300
"""Of a larger field there is no map of single battles."""


@dataclass(frozen=True, slots=True)
class _CardLine:
    """A card and its use. `is_rule`: enough have it, and enough do not, to say anything about it."""

    info: CardInfo
    family: int
    use: CardUse
    is_rule: bool


_NOBODY_LESS: Final = Cell("none", "–")
"""A card that every build has: there are no others to compare with."""
_kept: Final[Cache[Hashable, dict[str, Any]]] = Cache(8, Lock())


def shown(field: FieldView, lang: Lang, crumbs: Sequence[tuple[str, Markup]]) -> dict[str, Any]:
    """The values for the page of this field; `crumbs` lead to the pages above it."""
    return _of_field(field, lang, crumbs) | _figures(field, lang)


def of_run(
    run: FinishedRun,
    told: Analysis,
    stage: StageView,
    lang: Lang,
    crumbs: Sequence[tuple[str, Markup]],
    hidden: HiddenParts,
) -> dict[str, Any]:
    """The same of a finished run without its `hidden` parts, with its awards; what is counted of it is kept."""
    field = field_of(run, told, stage)

    def figures() -> dict[str, Any]:
        return _figures(field, lang) | {"awards": honoured(run, lang, stage.here)}

    kept = _kept.of((run.key, lang, stage.here, hidden), figures)
    return _of_field(field, lang, crumbs) | kept


def _of_field(field: FieldView, lang: Lang, crumbs: Sequence[tuple[str, Markup]]) -> dict[str, Any]:
    """What is at hand, and too large to be kept once more."""
    return {
        "stage": field.stage,
        "crumbs": crumbs,
        "game": field.stage.game,
        "told": field.told,
        "table": field.table,
        "ranked": field.ranked,
        "named": lambda rank: _named(field.ranked[rank], lang, field.stage.here),
        "awards": [],
        "matches": None,
        "rivals": field.told.rivals[:MOST_RIVALS],
        "most_alike": MOST_ALIKE,
        "charts": charts,
        "percent": sentences.percent,
        "points": sentences.points,
        "few": sentences.FEW,
    }


def _figures(field: FieldView, lang: Lang) -> dict[str, Any]:
    """What is counted and drawn of the field."""
    stage, told, game = field.stage, field.told, field.stage.game
    names = [_named(each, lang, stage.here) for each in field.ranked]
    lines = _card_lines(game, told)
    filled = [use for use in told.slots if use.card is None]
    ruled = [use for use in told.slots if sentences.is_a_rule(use, told.entries)]
    most = max((abs(_gained(use)) for use in ruled), default=0)
    return {
        "facts": [*sentences.facts(game, told, names, lang, Markup)],
        "cards": lines,
        "unused": [by_id(game)[use.card][0] for use in sentences.unused(told)],
        "most_gained": max((abs(_gained(each.use)) for each in lines if each.is_rule), default=0),
        "filled": filled,
        "filling": charts.row(
            _NOBODY_LESS if use.contribution is None else _slot_cell(use, told.entries, most)
            for use in filled
        ),
        "slots": _slot_lines(game, told, [each.info.id for each in lines], most),
        "pairs": _pairs(game, told),
        "facing": _facing(game, told, [each.info.id for each in lines if each.is_rule]),
        "tiers": [sentences.tier_label(tier) for tier in told.tiers],
        "scores": [charts.row(map(_score_cell, row)) for row in told.matrix],
        "map": _map(field),
        "closeness": _closeness(told, lang),
        "bands": list(zip(_bands(len(told.bands)), told.bands, strict=True)),
    }


def ends_of(game: Ruleset, matches: Matches | None, lang: Lang) -> dict[str, Any]:
    """The values for the part about matches, where there were any."""
    if not matches:
        return {}
    named = [(game.ending(game.reasons.index(why), lang), ends) for why, ends in matches.ends]
    return {"matches": matches, "ends": named}


def honoured(run: FinishedRun, lang: Lang, here: str) -> list[tuple[str, Markup, Markup]]:
    """The awards of a run: the name of each, its winner, and the reason."""

    def named(index: int) -> Markup:
        return _named(run.participants[index], lang, here)

    return [
        (
            words.label(run, honour, lang),
            named(each.entrant),
            Markup(words.meaning(run, honour, each, named, lang, Markup)),  # noqa: S704 - of Markup
        )
        for honour in honours.of(run)
        for each in honour.first
    ]


def _named(who: Entrant, lang: Lang, here: str) -> Markup:
    """Its name, as a link where there is a page to lead to."""
    if not here:
        return spoken(who.name, lang)
    return linked(who, here, lang)


def _map(field: FieldView) -> Markup | None:
    """Every battle as a dot, unless they are too many, or too few."""
    if not field.stage.here or not 2 < len(field.ranked) <= MOST_DRAWN:
        return None
    heads = [
        Head(who.number, who.name, line.place, line.points)
        for who, line in zip(field.ranked, field.table, strict=True)
    ]
    return drawn(heads, in_order(field.table, field.table, field.row_of), f"{field.stage.here}/")


def _card_lines(game: Ruleset, told: Analysis) -> list[_CardLine]:
    """The cards that are played: first those that a rule can be made of, the best contribution first."""
    known = by_id(game)
    lines = [
        _CardLine(*known[use.card], use, sentences.is_a_rule(use, told.entries))
        for use in told.cards
        if use.entries
    ]
    return sorted(lines, key=lambda line: (not line.is_rule, -_gained(line.use)))


def _slot_lines(game: Ruleset, told: Analysis, cards: Sequence[str], most: float) -> list[GridLine]:
    """For each of these cards its contribution, slot by slot; the greatest are shaded like `most`."""
    uses = {(use.card, use.slot): use for use in told.slots}
    slots = [use.slot for use in told.slots if use.card is None]
    known = by_id(game)
    return [
        GridLine(
            *known[card],
            charts.row(_slot_cell(uses.get((card, slot)), told.entries, most) for slot in slots),
        )
        for card in cards
    ]


def _pairs(game: Ruleset, told: Analysis) -> list[tuple[CardInfo, CardInfo, PairUse]]:
    """The pairs that gain most of those that a rule can be made of."""
    ruled = [each for each in told.pairs if each.is_a_rule(sentences.FEW) and (each.gain or 0) > 0]
    ruled.sort(key=lambda each: (-(each.gain or 0), -each.both.entries))
    known = by_id(game)
    return [(known[each.cards[0]][0], known[each.cards[1]][0], each) for each in ruled[:MOST_PAIRS]]


def _facing(game: Ruleset, told: Analysis, cards: Sequence[str]) -> list[GridLine]:
    """The score of those with each of these cards against those with each."""
    at = {use.card: place for place, use in enumerate(told.cards)}
    known = by_id(game)
    return [
        GridLine(
            *known[one],
            charts.row(
                Cell("own", "・") if one == other else _score_cell(told.against[at[one]][at[other]])
                for other in cards
            ),
        )
        for one in cards
    ]


def _slot_cell(use: SlotUse | None, entries: int, most: float) -> Cell:
    if not use or use.contribution is None:
        return Cell("none", "")
    text = signed(100 * use.contribution)
    if not sentences.is_a_rule(use, entries):
        return Cell("none", text, is_faint=True)
    return Cell(charts.shade(use.contribution, most), text)


def _score_cell(score: float | None) -> Cell:
    if score is None:
        return Cell("none", "–")
    return Cell(charts.shade(score - 0.5, 0.5), f"{100 * score:.0f}")


def _gained(use: UsedCard) -> float:
    return use.contribution or 0


def _bands(count: int) -> list[str]:
    """`0–10%`, `10–20%`, and so on."""
    width = 100 // count
    return [f"{at * width}–{(at + 1) * width}%" for at in range(count)]


def _closeness(told: Analysis, lang: Lang) -> Markup:
    _ = translations(lang).gettext
    most = max(range(len(told.bands)), key=lambda band: told.bands[band])
    description = _(
        "%(num)s of %(all)s characters have a score of %(band)s, more than of any other."
    )
    filled = {
        "num": number(told.bands[most]),
        "all": number(told.entries),
        "band": _bands(len(told.bands))[most],
    }
    return charts.bars(told.bands, _("Characters by score"), description % filled)
