"""Seasons as JSON: the participants, and once published the standings and battles."""

from dataclasses import asdict
from typing import Annotated, Any, Final

from fastapi import Path, Request
from fastapi.responses import Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import NOT_PLAYED, Side, mark_of, reason_of, winner_of
from app.league import seals, visibility
from app.league.archive.record import Record, public_record
from app.league.desk import hidings
from app.league.entries import characters
from app.league.results import all_rounds, card_sets
from app.league.results.results import (
    FinishedRun,
    Participant,
    battle as battle_of,
    sheets_of,
    shown_of,
)
from app.league.timetable import nights
from app.store import entrants
from app.store.tables import Season
from app.tournament import spreadsheets
from app.tournament.full_table import StandingLine
from app.web.api.models import public
from app.web.api.models.public import (
    Battle,
    Entrant,
    Entry,
    List,
    OverAllRounds,
    Row,
    Seal,
    SeasonFacts,
)
from app.web.api.responses import (
    LangParameter,
    Page,
    answer,
    answer_list,
    api_router,
    part,
    refused,
)
from app.web.dependencies import Now, Reading, SiteOf
from app.web.drawing import crests
from app.web.rendering import etag_of, require_change
from app.web.views.results import NewResults, PublicResults, index_of

router = api_router("seasons", 304, 406)

MOST_CELLS: Final = 1_000_000
"""Of a cross table in one answer."""

Slug = Annotated[str, Path(alias="slug", description="The season, as its address calls it.")]
Number = Annotated[int, Path(description="The number of an entry.")]


@router.get("/seasons", response_model=List[SeasonFacts], responses=refused(404, 422))
def seasons(request: Request, session: Reading, page: Page = 1) -> Response:
    """All seasons that have been opened, the newest first."""
    counts = entrants.counts(session)
    return answer_list(
        request,
        List[SeasonFacts],
        visibility.public_seasons(session),
        page,
        lambda each: _facts(session, each, counts.get(each.id, 0)),
    )


@router.get("/seasons/{slug}", response_model=SeasonFacts, responses=refused(404))
def season(request: Request, slug: Slug, session: Reading) -> Response:
    """A season."""
    found = visibility.public_season(session, slug)
    count = entrants.counts(session).get(found.id, 0)
    return answer(request, _facts(session, found, count))


@router.get("/seasons/{slug}/entrants", response_model=List[Entrant], responses=refused(404, 422))
def taking_part(request: Request, slug: Slug, session: Reading, page: Page = 1) -> Response:
    """The participants in order of arrival, without their builds."""
    season = visibility.public_season(session, slug)
    marks = seals.marks(session, season)
    return answer_list(
        request,
        List[Entrant],
        visibility.entrants_of(session, season, "en"),
        page,
        lambda each: Entrant(
            number=each.number,
            name=each.name,
            owner=each.owner,
            accepted_at=each.accepted_at,
            commitment=each.commitment or None,
            salt=each.opening.get("salt"),
            salts=each.opening.get("salts"),
            mark=_mark(marks.get(each.entry_id)),
            hidden=[
                *(["name"] if each.is_name_hidden else ()),
                *(["owner"] if each.is_owner_hidden else ()),
            ],
        ),
    )


def _mark(mark: seals.SealMark | None) -> public.LateMark | None:
    return public.LateMark(**asdict(mark)) if mark else None


@router.get("/seasons/{slug}/so-far", response_model=public.SoFar, responses=refused(404))
def so_far(request: Request, slug: Slug, session: Reading) -> Response:
    """The standings by the rounds that are out, while results come out night by night; without builds. 404 before the first night and once all are public."""
    found = nights.so_far(session, visibility.public_season(session, slug), "en")
    if not found:
        raise HTTPException(404)
    shown = public.SoFar(
        rounds=found.rounds, of=found.of, next_at=found.next_at, standings=list(found.lines)
    )
    return answer(request, shown)


@router.get(
    "/seasons/{slug}/all-rounds", response_model=List[OverAllRounds], responses=refused(404, 422)
)
def over_all_rounds(request: Request, slug: Slug, session: Reading, page: Page = 1) -> Response:
    """The table over all rounds up to this season, which continues another. 404 before its results are public."""
    found = all_rounds.of(session, visibility.public_season(session, slug), "en")
    if found is None:
        raise HTTPException(404)
    return answer_list(
        request,
        List[OverAllRounds],
        found.lines,
        page,
        lambda each: OverAllRounds(
            place=each.place,
            season=each.season.slug,
            number=each.number,
            name=each.name,
            owner=each.owner,
            by_round=list(each.by_round),
            points=each.points,
            wins=each.wins,
            draws=each.draws,
            losses=each.losses,
        ),
    )


@router.get("/seasons/{slug}/seals", response_model=List[Seal], responses=refused(404, 422))
def every_seal(request: Request, slug: Slug, session: Reading, page: Page = 1) -> Response:
    """The seals of all entries at every closing: they stay, also if entries were taken again."""
    season = visibility.public_season(session, slug)
    found = [
        Seal(
            closing=closing.serial,
            sealed_at=closing.at,
            number=each.number,
            name=each.name,
            commitment=each.commitment,
            hidden=each.is_name_hidden,
        )
        for closing in seals.closings(session, season)
        for each in seals.of_closing(session, season, closing.serial, "en")
    ]
    return answer_list(request, List[Seal], found, page)


@router.get("/seasons/{slug}/entries", response_model=List[Entry], responses=refused(404, 422))
def entries(request: Request, results: NewResults, page: Page = 1) -> Response:
    """The characters that played, in order of number. 404 before the results are public."""
    run = results.run()
    return answer_list(
        request,
        List[Entry],
        range(len(run.participants)),
        page,
        lambda index: Entry(**_entry(run, index)),
        etag=results.etag,
    )


@router.get(
    "/seasons/{slug}/entries/{number}",
    response_model=public.WholeEntry,
    responses=refused(404, 410),
)
def entry(request: Request, results: NewResults, site: SiteOf, number: Number) -> Response:
    """A character, its story, and how it fared against everyone."""
    run = results.run()
    index = index_of(run, number)
    revision, sheet = shown_of(results.session, run.participants[index])
    hidden = hidings.of(results.session, revision.entry)
    base, picture = site.settings.base_url, results.pictures.get(run.participants[index].entry_id)
    battles = [
        public.Met(
            number=run.participants[other].number,
            result=mark_of(winner_of(byte)),
            reason=run.game.reasons[reason_of(byte)],
        )
        for other, byte in enumerate(run.row(index))
        if byte != NOT_PLAYED
    ]
    whole = public.WholeEntry(
        **_entry(run, index),
        crest=f"{base}{crests.address(run.participants[index].name)}",
        picture=f"{base}/pictures/{picture}.webp" if picture else None,
        hidden=[*hidden],
        url="" if "lore" in hidden else revision.url,
        lore=sheet.lore,
        flavour=list(sheet.flavour),
        lines=dict(sheet.lines),
        labels=dict(sheet.labels),
        battles=battles,
    )
    return answer(request, whole, results.etag)


@router.get(
    "/seasons/{slug}/standings", response_model=public.Standings, responses=refused(404, 422)
)
def standings(request: Request, results: NewResults, page: Page = 1) -> Response:
    """The table, best first."""
    run = results.run()
    return answer(request, standing_lines(run, page), results.etag)


@router.get("/seasons/{slug}/table", response_model=List[Row], responses=refused(404, 422))
def table(request: Request, results: NewResults, page: Page = 1) -> Response:
    """The cross table in order of number, of large seasons some rows a page."""
    run = results.run()
    count = len(run.participants)
    most = max(1, MOST_CELLS // max(count, 1))
    pages = max(1, -(-count // most))
    if page > pages:
        raise HTTPException(404)
    rows = [
        Row(
            number=run.participants[index].number,
            name=run.participants[index].name,
            results="".join(spreadsheets.results(run.row(index), blank="-")),
        )
        for index in range(count)[(page - 1) * most : page * most]
    ]
    return answer(request, List[Row](page=page, pages=pages, total=count, items=rows), results.etag)


@router.get(
    "/seasons/{slug}/battles/{home}/{away}",
    response_model=Battle,
    responses=refused(404, 410, 422),
)
def battle(
    request: Request,
    results: PublicResults,
    home: Number,
    away: Number,
    session: Reading,
    lang: LangParameter = "en",
) -> Response:
    """A battle with every event, and told in sentences."""
    run = results.run()
    pair = (index_of(run, home), index_of(run, away))
    if home == away:
        raise HTTPException(404)
    etag = etag_of(request, results.etag, lang)
    require_change(request, etag)
    sides = [run.participants[index] for index in pair]
    sheets = sheets_of(session, sides)
    played = battle_of(session, run, *pair)
    told = run.game.tell(played.events, sheets[0], sheets[1], lang)
    return answer(
        request,
        Battle(
            season=results.season.slug,
            rules_version=run.game.rules_version,
            home=_fighter(sides[0], played.hp[0]),
            away=_fighter(sides[1], played.hp[1]),
            winner=None if not played.winner else "home" if played.winner is Side.HOME else "away",
            reason=played.reason,
            ending=run.game.ending(run.game.reasons.index(played.reason), lang),
            turn=played.turn,
            events=[public.Event.model_validate(event.as_dict()) for event in played.events],
            lang=lang,
            report=[
                public.ToldLine(
                    n=line.n, turn=line.turn, depth=line.depth, tone=line.tone, text=line.text
                )
                for line in told
            ],
        ),
        etag,
    )


@router.get("/seasons/{slug}/record", response_model=Record, responses=refused(404))
def whole_record(request: Request, results: NewResults, session: Reading, now: Now) -> Response:
    """Everything needed to play the season again, except what organisers hide.

    Check it with `hikyaku season verify record.json`.
    """
    return answer(request, public_record(session, results.season, now), results.etag)


@router.get("/seasons/{slug}/cards", response_model=public.TakenCards, responses=refused(404))
def cards(request: Request, results: NewResults, site: SiteOf) -> Response:
    """The set of cards that a call has come to, each with its author, licence and data. 404 for all other seasons."""
    run = results.run()
    if not run.game.makes:
        raise HTTPException(404)
    made = card_sets.of(results.session, results.season, run)
    told = [
        public.TakenCard(
            number=each.who.number,
            id=each.info.id,
            name=public.Said.of(each.info.name),
            text=public.Said.of(each.info.text),
            author=each.who.owner,
            lore=each.lore,
            rights=characters.rights_of(each.extras),
            data={**each.data},
            picture=f"{site.settings.base_url}/pictures/{digest}.webp"
            if (digest := results.pictures.get(each.who.entry_id))
            else None,
        )
        for each in made.cards
    ]
    answered = public.TakenCards(
        game=run.game.makes.slug, set=made.number, rules=made.version, cards=told
    )
    return answer(request, answered, results.etag)


def _facts(session: Session, season: Season, count: int) -> SeasonFacts:
    run = visibility.published_run(session, season)
    return SeasonFacts.of(season, count, run.digest if run else None)


def standing_lines(run: FinishedRun, page: int) -> public.Standings:
    """A page of the table."""
    listed = part(run.standings, page)
    listed["items"] = [
        StandingLine.of(line, run.participants[line.entry], run.scoring) for line in listed["items"]
    ]
    sides = [
        public.SideStanding(
            place=line.place,
            name=public.Said(ja=side.ja, en=side.en),
            members=line.members,
            points=line.points,
            average=line.average,
            wins=line.wins,
            draws=line.draws,
            losses=line.losses,
        )
        for line in run.side_lines
        for side in [run.sides.every[line.side]]
    ]
    return public.Standings(**listed, sides=sides)


def _entry(run: FinishedRun, index: int) -> dict[str, Any]:
    who = run.participants[index]
    line = run.standing(index)
    return {
        "number": who.number,
        "name": who.name,
        "owner": who.owner,
        "build": list(who.build.cards),
        "characters": who.written,
        "place": line.place,
        "points": line.points,
    }


def _fighter(who: Participant, hp: int) -> public.Fighter:
    return public.Fighter(
        number=who.number,
        name=who.name,
        owner=who.owner,
        build=list(who.build.cards),
        characters=who.written,
        hp=hp,
    )
