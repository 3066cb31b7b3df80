"""The laboratory: a list of characters in a box, played at once."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup, escape
from starlette.exceptions import HTTPException

from app.engine import NOT_PLAYED, Lang, Ruleset, TellingSheet
from app.engine.lists import decode
from app.errors import CardsUnreadable, ListUnreadable, Problem
from app.games import fought
from app.i18n import N_, translations
from app.league.eligibility.choices import under
from app.league.problems import explain
from app.statistics import analysis, what_if as statistics_what_if
from app.statistics.house_decks import as_list
from app.store import trials
from app.text.characters import written_lines
from app.tournament import lab as tournament_lab, spreadsheets
from app.tournament.full_table import in_order
from app.tournament.lab import ListTable
from app.web import limits
from app.web.cards import families, row_of
from app.web.dependencies import Now, Site, SiteOf, page_router
from app.web.forms import Form, SentForm, tidied
from app.web.rendering import FRESH, page, spoken
from app.web.views.battles import Contender, battle_page
from app.web.views.fields import FieldView, StageView
from app.web.views.forms.choices import RULE, Rules, fields_of
from app.web.views.results import results_at
from app.web.views.statistics.metagame import (
    FieldInquiry,
    answers_page,
    changes_page,
    find_answers,
    find_changes,
)
from app.web.views.statistics.statistics import shown
from app.web.views.statistics.what_if import Inquiry, what_if_page, work_out
from app.web.views.tables.crosstable import Head, heatmap
from app.web.views.tables.opponents import met, neighbourhood, opponents
from app.web.views.tables.pagination import PageNumber
from app.web.views.trials import AskedList, LabList, index_of, rules_for

router = page_router()

_ROUND_ROBIN: Final = N_("Round robin of %(num)s characters")

_NO_TEAM: Final = "[]"
"""A heading of a list: those who follow have no team."""
MOST_TOLD: Final = 20
"""Problems of a list that are told; the others are counted."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """The text in the box, and its problems."""

    text: str = ""
    told: Sequence[str] = ()
    more: int = 0
    """The number of problems left untold."""
    cards: str = ""
    """The house cards in the second box."""
    wrong: Sequence[str] = ()
    """Their problems."""
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Roster:
    """The characters of a published season, as lines of a list, the best first.

    A list takes `most` lines; it is played by the `rules` of the season.
    """

    slug: str
    title: str
    total: int
    lines: Sequence[str]
    most: int
    rules: Ruleset

    def joined(self, own: str) -> str:
        """These lines of one's own on top of as many of theirs as one list takes."""
        room = max(0, self.most - sum(1 for _ in written_lines(own)))
        taken, left = [], tournament_lab.MOST_BYTES - len(own.encode()) - len(_NO_TEAM)
        for line in self.lines[:room]:
            left -= len(line.encode()) + 1
            if left < 0:
                break
            taken.append(line)
        return "\n".join((own.rstrip("\n"), _NO_TEAM, *taken))


def _roster(request: Request, site: Site, rules: Ruleset, slug: str, lang: Lang) -> Roster | None:
    """The field that own builds are to meet, if one is asked for. Raises 404 before its results are public."""
    if not slug:
        return None
    with site.database.reading() as session:
        results = results_at(request, slug, session)
        run, title = results.run(), results.season.title(lang)
    if run.game.slug != rules.slug:
        raise HTTPException(404)
    most = tournament_lab.most_at_once(rules)
    best = run.standings[:most]
    who = [run.participants[line.entry] for line in best]
    lines = [tournament_lab.line_of(run.game, each.build, each.name) for each in who]
    return Roster(slug, title, len(run.standings), lines, most, run.game)


# --- the box ------------------------------------------------------------------------------------------


@router.get("/lab")
def lab(request: Request, lang: Lang) -> Response:
    """The games that can be tried out."""
    return page(request, lang, "lab/lab.html")


@router.get("/lab/{game}")
def box(
    request: Request, lang: Lang, game: str, site: SiteOf, rule: Rules, season: str = ""
) -> Response:
    """The form for a list, with all cards at hand and the chosen options.

    If a season is named, its characters are filled in.
    """
    rules = under(fought(game), rule)
    roster = _roster(request, site, rules, season, lang)
    return _box(request, lang, roster.rules if roster else rules, _Draft(), roster=roster)


@router.post("/lab/{game}")
def try_out(
    request: Request, lang: Lang, game: str, sent: SentForm, site: SiteOf, now: Now
) -> Response:
    """The list is kept for thirty days, and its page shows how it ended; or everything wrong with it is told."""
    rules = fought(game)
    roster = _roster(request, site, rules, sent.text("season"), lang)
    own = text = sent.text("list")
    cards = tidied(sent.text("cards")) if sent.text("cards").strip() else ""
    by = "" if cards else roster.slug if roster else sent.text("rules")
    settings = "" if by else sent.text(RULE)
    try:
        with site.database.reading() as session:
            found = rules_for(session, rules.slug, cards, by, settings)
        if found is None:
            raise HTTPException(404)
        rules = found
        own = text = _text_of(sent, rules, lang)
        text = roster.joined(own) if roster else own
        limits.spend_by_client(request, limits.LISTS, now)
        listed = tournament_lab.read_for_now(rules, text)
    except HTTPException as refusal:
        draft = _Draft(own, notice=refusal.detail, cards=cards)
        answer = _box(request, lang, rules, draft, refusal.status_code, roster)
        answer.headers.update(refusal.headers or {})
        return answer
    except ListUnreadable as refusal:
        first = [_explained(rules, each, lang) for each in refusal.problems[:MOST_TOLD]]
        draft = _Draft(own, first, len(refusal.problems) - len(first), cards=cards)
        return _box(request, lang, rules, draft, 422, roster)
    except CardsUnreadable as refusal:
        wrong = [explain(each, lang) for each in refusal.problems[:MOST_TOLD]]
        draft = _Draft(own, more=len(refusal.problems) - len(wrong), cards=cards, wrong=wrong)
        return _box(request, lang, rules, draft, 422, roster)
    token = tournament_lab.address_of(site.key, rules.slug, text, cards, by or settings)
    with site.database.writing() as session:
        trials.keep(session, token, rules.slug, text, cards, by, settings, now=now)
    here = f"/{lang}/lab/{rules.slug}/{token}"
    is_pair = len(listed) == 2 and (not listed[0].team or listed[0].team != listed[1].team)
    if roster and own.strip():
        return RedirectResponse(f"{here}/entries/1", 303)
    return RedirectResponse(f"{here}/battles/1-2" if is_pair else here, 303)


def _explained(rules: Ruleset, problem: Problem, lang: Lang) -> str:
    """A sentence for a problem of the list, or of what a season bans in it."""
    with suppress(KeyError):
        return tournament_lab.explain(rules, problem, lang)
    return explain(problem, lang)


def _text_of(sent: Form, rules: Ruleset, lang: Lang) -> str:
    """The list that is meant: the example, a chosen file, or the text in the box."""
    if "example" in sent.fields:
        return tidied(_example(rules, lang))
    file = sent.files.get("file")
    return sent.text("list") if file is None else tidied(decode(file))


def _example(rules: Ruleset, lang: Lang) -> str:
    """A list to begin with: that of the game, or where that is not legal the decks of the house that are."""
    with suppress(ListUnreadable):
        tournament_lab.read(rules, rules.sample(lang))
        return rules.sample(lang)
    head, *_ = rules.sample(lang).partition("\n")
    return f"{head}\n{as_list(rules, lang)}"


def _box(
    request: Request,
    lang: Lang,
    rules: Ruleset,
    draft: _Draft,
    status: int = 200,
    roster: Roster | None = None,
) -> Response:
    return page(
        request,
        lang,
        "lab/box.html",
        status,
        game=rules,
        draft=draft,
        roster=roster,
        sample=f"\n{rules.write_build(rules.sample_build())}" if roster else _example(rules, lang),
        settings=[] if roster else fields_of(rules),
        most=tournament_lab.most_at_once(rules),
        most_anywhere=tournament_lab.MOST_AT_ONCE,
        cards=[card for family in families(rules) for card in family],
    )


# --- how it ended -------------------------------------------------------------------------------------


@router.get("/lab/{game}/{trial}")
def result(request: Request, lang: Lang, tried: AskedList) -> Response:
    """The ranking and the cross table as a map."""
    played = tried.played()
    field = played.characters(lang)
    heads = [
        Head(line.entry + 1, field[line.entry].name, line.place, line.points)
        for line in played.standings
    ]
    rows = in_order(played.standings, played.standings, played.row)
    return page(
        request,
        lang,
        "lab/result.html",
        etag=tried.etag,
        game=tried.rules,
        settings=[] if tried.trial.season else fields_of(tried.rules),
        stage=_stage(tried, played, lang),
        draft=_Draft(tried.trial.text, cards=tried.trial.cards),
        field=field,
        champions=[field[line.entry].name for line in played.standings if line.place == 1],
        table=played.standings,
        scoring=played.scoring,
        tie_breaks=played.scoring.tie_breaks,
        map=heatmap(heads, rows, f"{tried.trial.token}/", lang, tried.rules),
        expires_at=tried.trial.expires_at,
        most=tournament_lab.most_at_once(tried.rules),
        most_anywhere=tournament_lab.MOST_AT_ONCE,
    )


@router.get("/lab/{game}/{trial}/statistics")
def statistics(request: Request, lang: Lang, tried: AskedList) -> Response:
    """The statistics of the list."""
    played = tried.played()
    everybody = played.characters(lang)
    stage = _stage(tried, played, lang)
    field = FieldView(
        stage,
        [everybody[line.entry] for line in played.standings],
        played.standings,
        played.row,
        analysis.of(played),
    )
    told = shown(field, lang, [(stage.here, escape(stage.name))])
    return page(request, lang, "statistics/statistics.html", etag=tried.etag, is_full=True, **told)


@router.get("/lab/{game}/{trial}/entries/{number:int}")
def entry(request: Request, lang: Lang, tried: AskedList, number: int) -> Response:
    """A character of the list, and everyone it met."""
    played = tried.played()
    field = played.characters(lang)
    index = index_of(field, number)
    rank = next(at for at, line in enumerate(played.standings) if line.entry == index)
    row = played.row(index)
    those = opponents(tried.rules, field, met(played.standings, row), row, lang)
    above, below = played.standings[:rank][-1:], played.standings[rank + 1 :][:1]
    return page(
        request,
        lang,
        "lab/entry.html",
        etag=tried.etag,
        game=tried.rules,
        stage=_stage(tried, played, lang),
        who=field[index],
        of=len(field),
        row=row_of(tried.rules, field[index].build, field[index].flavour),
        standing=played.standings[rank],
        tie_breaks=played.scoring.tie_breaks,
        met=those,
        near=neighbourhood(field, played, row, index),
        can_change=bool(field[index].build.cards)
        and statistics_what_if.is_affordable(tried.rules, field[index].build, len(those)),
        above=field[above[0].entry] if above else None,
        below=field[below[0].entry] if below else None,
    )


@router.get("/lab/{game}/{trial}/entries/{number:int}/what-if")
def what_if(
    request: Request, lang: Lang, tried: AskedList, number: int, now: Now, at: PageNumber
) -> Response:
    """The changes that would have won for a character of the list: each tried against all others."""
    asked, crumbs = _inquiry(tried, number, lang)
    return what_if_page(request, lang, asked, work_out(request, asked, now), at, crumbs)


@router.get("/lab/{game}/{trial}/entries/{number:int}/changes")
def changes(request: Request, lang: Lang, tried: AskedList, number: int, now: Now) -> Response:
    """The best changes for a character of the list, by one card and by two."""
    asked, crumbs = _inquiry(tried, number, lang)
    return changes_page(request, lang, asked, find_changes(request, asked, now), crumbs)


def _inquiry(tried: LabList, number: int, lang: Lang) -> tuple[Inquiry, list[tuple[str, Markup]]]:
    """The question about this character, and the pages above its answer."""
    played = tried.played()
    field = played.characters(lang)
    index = index_of(field, number)
    stage = _stage(tried, played, lang)
    here = f"{stage.here}/entries/{number}"
    crumbs = [*_crumbs(tried, stage, lang), (here, spoken(field[index].name, lang))]
    return Inquiry(stage, field, played, index, tried.etag), crumbs


@router.get("/lab/{game}/{trial}/answers")
def answers(request: Request, lang: Lang, tried: AskedList, now: Now, at: PageNumber) -> Response:
    """What beats the list: a counter-build, the mixture that nobody in it beats, the worth of its cards."""
    played = tried.played()
    stage = _stage(tried, played, lang)
    asked = FieldInquiry(stage, played.characters(lang), played, tried.etag)
    told = find_answers(request, asked, now)
    return answers_page(request, lang, asked, told, at, _crumbs(tried, stage, lang))


@router.get("/lab/{game}/{trial}/battles/{home:int}-{away:int}")
def battle(request: Request, lang: Lang, tried: AskedList, home: int, away: int) -> Response:
    """The battle from home's side, told as those of a season are. 404 for those who have not met."""
    played = tried.played()
    field = played.characters(lang)
    pair = index_of(field, home), index_of(field, away)
    row = played.row(pair[0])
    if row[pair[1]] == NOT_PLAYED:
        raise HTTPException(404)
    places = {line.entry: line.place for line in played.standings}
    contenders = [
        Contender(
            field[index],
            places[index],
            TellingSheet(field[index].name, flavour=field[index].flavour),
        )
        for index in pair
    ]
    met = [field[line.entry] for line in played.standings if row[line.entry] != NOT_PLAYED]
    stage = _stage(tried, played, lang)
    return battle_page(request, lang, stage, contenders, met, tried.etag, has_what_if=True)


def _crumbs(tried: LabList, stage: StageView, lang: Lang) -> list[tuple[str, Markup]]:
    laboratory = escape(translations(lang).gettext("Laboratory"))
    return [(f"/{lang}/lab/{tried.rules.slug}", laboratory), (stage.here, escape(stage.name))]


def _stage(tried: LabList, played: ListTable, lang: Lang) -> StageView:
    name = translations(lang).gettext(_ROUND_ROBIN) % {"num": len(played.listed)}
    here = f"/{lang}/lab/{tried.rules.slug}/{tried.trial.token}"
    version, by = tried.rules.rules_version, tried.trial.season
    return StageView(name, here, tried.rules, version, is_public=False, by=by)


# --- to take home -------------------------------------------------------------------------------------


@router.get("/lab/{game}/{trial}/table.csv")
def table_csv(lang: Lang, tried: AskedList) -> Response:
    """The cross table for spreadsheets, as `hikyaku lab --csv` writes it."""
    played = tried.played()
    names = [each.name for each in played.characters(lang)]
    lines = b"".join(spreadsheets.lines(names, played.rows()))
    return Response(lines, media_type="text/csv", headers=_as_file(tried, "table.csv"))


@router.get("/lab/{game}/{trial}/result.json")
def result_json(lang: Lang, tried: AskedList) -> Response:
    """The ranking and the cross table, as `hikyaku lab --json` prints them."""
    played = tried.played()
    text = tournament_lab.result(played, played.characters(lang)).model_dump_json()
    return Response(text, media_type="application/json", headers=_as_file(tried, "result.json"))


def _as_file(tried: LabList, name: str) -> dict[str, str]:
    return {
        "Content-Disposition": f'attachment; filename="{tried.rules.slug}-{name}"',
        "ETag": tried.etag,
        "Cache-Control": FRESH,
        "X-Robots-Tag": "noindex",
    }
