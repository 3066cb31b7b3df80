"""A character: its public part until publication, then everything and its record against everyone."""

from typing import Any

from fastapi import Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.league import seals, visibility
from app.league.desk import hidings
from app.league.results import card_careers, card_sets
from app.league.results.results import FinishedRun, Participant, shown_of
from app.statistics import what_if
from app.statistics.sentences import percent
from app.store import entrants, entries, players
from app.store.entrants import hidden_parts
from app.store.results.parts import opening
from app.store.tables import Entry
from app.web import printing
from app.web.cards import row_of
from app.web.dependencies import Reading, page_router
from app.web.rendering import etag_of, page, require_change
from app.web.views.results import NewResults, ResultsView, find_results, index_of
from app.web.views.seasons import STATES
from app.web.views.tables.opponents import met, neighbourhood, opponents
from app.web.views.tables.pagination import MOST_PAIRED, PageNumber, part

router = page_router()


@router.get("/seasons/{slug}/entries/{number:int}")
def entry(
    request: Request, lang: Lang, slug: str, number: int, session: Reading, at: PageNumber
) -> Response:
    """The character as far as it may be seen today. Without a number there is no page: 404."""
    season = visibility.public_season(session, slug)
    if number >= 2**63:
        raise HTTPException(404)  # no row of a database has such a number
    if results := find_results(request, session, season):
        return _whole(request, lang, results, number, at)
    if not visibility.has_closed(season):
        raise HTTPException(404)
    everybody = visibility.entrants_of(session, season, lang)
    entrant = next((each for each in everybody if each.number == number), None)
    if not entrant:
        last = max((each.number or 0 for each in everybody), default=0)
        raise HTTPException(410 if 0 < number < last else 404)
    return page(
        request,
        lang,
        "entries/sealed.html",
        season=season,
        entrant=entrant,
        states=STATES,
        late=seals.marks(session, season).get(entrant.entry_id),
        hidden=hidings.of(session, session.get_one(Entry, entrant.entry_id)),
    )


def _whole(request: Request, lang: Lang, results: ResultsView, number: int, at: int) -> Response:
    run = results.run()
    index = index_of(run, number)
    if run.game.makes:
        return _card(request, lang, results, run, run.participants[index])
    owner_page = players.owner_page_of(results.session, results.season, number)
    etag = etag_of(request, results.etag, owner_page)
    require_change(request, etag)
    who = run.participants[index]
    revision, sheet = shown_of(results.session, who)
    rank = run.ranks[index]
    table, row = run.standings, run.row(index)
    lines = part(met(table, row), at, MOST_PAIRED)
    return page(
        request,
        lang,
        "entries/entry.html",
        etag=etag,
        owner_page=owner_page,
        season=results.season,
        game=run.game,
        run=run,
        table=table,
        who=who,
        late=seals.marks(results.session, results.season).get(who.entry_id),
        revision=revision,
        lore=sheet.lore,
        hidden=hidings.of(results.session, revision.entry),
        opening=opening(revision.salt, hidden_parts(revision.entry)),
        picture=results.pictures.get(who.entry_id, ""),
        row=row_of(run.game, who.build, sheet.flavour),
        standing=run.standing(index),
        tie_breaks=run.scoring.tie_breaks,
        met=lines.shown_as(opponents(run.game, run.participants, lines.items, row, lang)),
        near=neighbourhood(run.participants, run, row, index),
        can_change=bool(who.build.cards)
        and what_if.is_affordable(run.game, who.build, len(table) - 1),
        above=run.participants[table[rank - 1].entry] if rank else None,
        below=run.participants[table[rank + 1].entry] if rank + 1 < len(table) else None,
    )


@router.get("/seasons/{slug}/print")
@router.get("/seasons/{slug}/entries/{number:int}/print")
def to_print(
    request: Request, lang: Lang, slug: str, results: NewResults, number: int = 0
) -> Response:
    """The character's sheet and its cards to cut out; of a call one card, or without a number all."""
    run = results.run()
    here = f"/{lang}/seasons/{slug}"
    context: dict[str, Any] = {"game": run.game.makes or run.game, "back": here}
    if number or not run.game.makes:
        who = run.participants[index_of(run, number)]
        context |= {"who": who, "back": f"{here}/entries/{number}"}
    if run.game.makes:
        made = card_sets.of(results.session, results.season, run)
        context["cards"] = printing.of_set(made, results.pictures, lang, number)
    else:
        _, sheet = shown_of(results.session, who)
        context |= {
            "cards": [*map(printing.CardPrint, row_of(run.game, who.build, sheet.flavour))],
            "lore": sheet.lore,
            "picture": results.pictures.get(who.entry_id, ""),
        }
    return page(request, lang, "games/print.html", etag=results.etag, aids=(), **context)


def _card(
    request: Request, lang: Lang, results: ResultsView, run: FinishedRun, who: Participant
) -> Response:
    """The card of a call: its printed form, its set, where it is legal now, and how it did."""
    session, made = results.session, card_sets.of(results.session, results.season, run)
    owner_page = players.owner_page_of(session, results.season, who.number)
    with_it = card_careers.seasons_of(session, made.version)
    facts = [
        (each.slug, each.state, each.published_run_id, *map(sorted, entrants.hidden(session, each)))
        for each in with_it
    ]
    etag = etag_of(request, results.etag, owner_page, *facts)
    require_change(request, etag)
    printed = next(each for each in made.cards if each.who is who)
    revision = entries.with_entry(session, who.revision_id)
    hidden = hidings.of(session, revision.entry)
    return page(
        request,
        lang,
        "entries/card.html",
        etag=etag,
        owner_page=owner_page,
        season=results.season,
        game=run.game,
        made=made,
        who=who,
        printed=printed,
        revision=revision,
        hidden=hidden,
        opening=opening(revision.salt, hidden_parts(revision.entry)),
        legal=[each for each in with_it if not visibility.is_public(each)],
        percent=percent,
        careers=card_careers.careers(session, with_it, printed.info.id, lang),
        picture=results.pictures.get(who.entry_id, ""),
    )
