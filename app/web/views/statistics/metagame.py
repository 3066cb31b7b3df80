"""What beats a field, and the best changes of an entry, with their pages.

Computed while the reader waits, within a limit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.responses import Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from app.engine import Build, Lang, Ruleset
from app.i18n import N_, translations
from app.statistics.metagame import answers as metagame, sentences
from app.statistics.metagame.answers import Answers
from app.statistics.metagame.changes import BestChanges, BuildChanged
from app.statistics.sentences import percent
from app.tournament import lab
from app.tournament.full_table import Entrant, FullTable, opponents
from app.web import limits
from app.web.cards import by_id, row_of
from app.web.dependencies import SiteOf
from app.web.rendering import page
from app.web.views.fields import StageView
from app.web.views.statistics.what_if import Inquiry, marked, stage_at
from app.web.views.tables.pagination import MOST_PAIRED, part

Crumbs = Sequence[tuple[str, Markup]]

_COUNTER: Final = N_("The counter-build")
_CHANGED: Final = N_("%(name)s, changed")
MOST_NAMED: Final = 3
"""Opponents whose results a change turns, by name; the others are counted."""


@dataclass(frozen=True, slots=True)
class FieldInquiry:
    """The question what answers this field. `field` has all entrants, by index."""

    stage: StageView
    field: Sequence[Entrant]
    table: FullTable
    etag: str


def _of_address(request: Request, slug: str, site: SiteOf) -> FieldInquiry:
    stage, run, etag = stage_at(request, slug, site)
    if not run.participants:
        raise HTTPException(404)
    return FieldInquiry(stage, run.participants, run, etag)


AskedField = Annotated[FieldInquiry, Depends(_of_address)]
"""The field of the address. Answers 404 before the results are public, and where nobody took part."""


def find_answers(request: Request, inquiry: FieldInquiry, now: datetime) -> Answers:
    """The answers to the field.

    What is known already is free. Raises 429 for a client that asks too often, `Busy` while too many ask,
    and `TooMuchToPlay`.
    """
    if not metagame.knows_answers(inquiry.table):
        limits.spend_by_client(request, limits.ANSWERS, now)
    return metagame.answers(inquiry.table)


def find_changes(request: Request, inquiry: Inquiry, now: datetime) -> list[BestChanges]:
    """The best changes of the entrant, in the same way."""
    if not metagame.knows_changes(inquiry.table, inquiry.index):
        limits.spend_by_client(request, limits.ANSWERS, now)
    return metagame.changes(inquiry.table, inquiry.index)


# --- the answers to a field -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _CounterOpponent:
    """An opponent of the counter-build, how the battle ended, and both as a list for the laboratory."""

    who: Entrant
    place: int
    result: str
    again: str


def answers_page(
    request: Request,
    lang: Lang,
    inquiry: FieldInquiry,
    told: Answers,
    at: int,
    crumbs: Crumbs,
    api: str = "",
) -> Response:
    """The page of the answers; `crumbs` lead to the pages above it, `api` to the same as JSON."""
    stage, counter, mixture = inquiry.stage, told.counter, told.mixture
    game = stage.game
    return page(
        request,
        lang,
        "statistics/answers.html",
        etag=inquiry.etag,
        stage=stage,
        crumbs=crumbs,
        api=api,
        game=game,
        row=row_of(game, counter.build),
        written=game.write_build(counter.build),
        counter=[*sentences.counter(counter, lang)],
        met=part(_met(inquiry, told, lang), at, MOST_PAIRED),
        everybody=_list(
            game, counter.build, _name(_COUNTER, lang), inquiry.field, range(len(inquiry.field))
        ),
        unsolved=told.unsolved,
        mixture=[*sentences.mixture(mixture, lang)] if mixture else [],
        drawn=[(each, inquiry.field[each.index]) for each in mixture.drawn] if mixture else [],
        worth=sentences.cards(lang),
        cards=[
            (*by_id(game)[each.card], sentences.worth(each.lost, lang), each.share)
            for each in (mixture.cards if mixture else ())
        ],
        percent=percent,
    )


def _met(inquiry: FieldInquiry, told: Answers, lang: Lang) -> list[_CounterOpponent]:
    """Everybody, those first that are not beaten, each part by place."""
    counter, table, game = told.counter, inquiry.table, inquiry.stage.game
    name = _name(_COUNTER, lang)
    return [
        _CounterOpponent(
            inquiry.field[index],
            table.standing(index).place,
            result,
            _list(game, counter.build, name, inquiry.field, [index]),
        )
        for result, some in (("l", counter.lost), ("d", counter.drawn), ("w", counter.beaten))
        for index in sorted(some, key=lambda index: table.ranks[index])
    ]


def _name(words: str, lang: Lang, **of: str) -> str:
    return translations(lang).gettext(words) % of


def _list(
    game: Ruleset, build: Build, name: str, field: Sequence[Entrant], others: Sequence[int]
) -> str:
    """This build and those others as a list for the laboratory; nothing if the list would be too long."""
    if len(others) >= lab.most_at_once(game):
        return ""
    two = [(build, name), *((field[at].build, field[at].name) for at in others)]
    text = "\n".join(lab.line_of(game, each, called) for each, called in two)
    return text if len(text.encode()) <= lab.MOST_BYTES else ""


# --- the best changes of an entry -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change as its page shows it: the build, the words, the gain, and the opponents whose results it turns.

    `again` has it with all of them as a list for the laboratory.
    """

    written: Markup
    words: str
    points: int
    gained: int
    better: Sequence[Entrant]
    worse: Sequence[Entrant]
    again: str


def changes_page(
    request: Request,
    lang: Lang,
    inquiry: Inquiry,
    told: Sequence[BestChanges],
    crumbs: Crumbs,
    api: str = "",
) -> Response:
    """The page of the best changes of an entry; `crumbs` lead to the pages above it, `api` to the same as JSON."""
    game = inquiry.stage.game
    return page(
        request,
        lang,
        "statistics/changes.html",
        etag=inquiry.etag,
        stage=inquiry.stage,
        crumbs=crumbs,
        api=api,
        game=game,
        who=inquiry.who,
        place=inquiry.table.standing(inquiry.index).place,
        is_full=inquiry.table.is_full,
        most_named=MOST_NAMED,
        parts_of=[
            (
                sentences.heading(game, each, lang),
                sentences.tried(each, lang),
                [_line(inquiry, each, changed, lang) for changed in each.best],
            )
            for each in told
        ],
    )


def _line(inquiry: Inquiry, found: BestChanges, changed: BuildChanged, lang: Lang) -> ChangeLine:
    game, who, table = inquiry.stage.game, inquiry.who, inquiry.table
    met = opponents(table, inquiry.index)
    better, worse = (
        sorted((met[at] for at in some), key=lambda index: table.ranks[index])
        for some in (changed.better, changed.worse)
    )
    name = _name(_CHANGED, lang, name=who.name)
    return ChangeLine(
        marked(game, who.build, changed.build),
        sentences.change(game, who.build.cards, changed, lang),
        changed.points,
        changed.points - found.points,
        [inquiry.field[index] for index in better],
        [inquiry.field[index] for index in worse],
        _list(game, changed.build, name, inquiry.field, [*better, *worse]),
    )
