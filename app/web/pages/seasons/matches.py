"""The matches of a season for spectators: the list, each match as it is now, and everything that can be checked."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, NamedTuple

from fastapi import Depends, Request
from fastapi.responses import Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.engine.matches.dice import Dice
from app.engine.matches.game import Chance
from app.engine.matches.record import Line
from app.i18n import translations
from app.league import visibility
from app.league.matches import records, spectators, views
from app.league.matches.settings import rules_of
from app.league.matches.spectators import WatchedPlayer
from app.league.results import card_sets, rounds
from app.league.seasons.stages import courses, names, plans
from app.store.tables import Match, MatchState, Season
from app.tournament.formats.bracket import BracketGame
from app.tournament.formats.stages import Phase
from app.web.dependencies import Reading, page_router
from app.web.rendering import page
from app.web.views import brackets
from app.web.views.battles.steps import Facing, watched
from app.web.views.battles.watching import AskedMatch, at_place, table_watched
from app.web.views.brackets import BracketLink, BracketSide, BracketView
from app.web.views.tables.pagination import MOST_LINES, PageNumber, PagePart, part

router = page_router()

SEASON: Final = "/seasons/{slug}"
MATCH: Final = SEASON + "/matches/{place}"


def _revealed(found: AskedMatch, session: Reading) -> tuple[Season, Match]:
    if not records.is_revealed(session, *found):
        raise HTTPException(404)
    return found


RevealedMatch = Annotated[tuple[Season, Match], Depends(_revealed, scope="function")]


@router.get(SEASON + "/matches")
def every(
    request: Request, lang: Lang, slug: str, session: Reading, number: PageNumber
) -> Response:
    """All matches of the season, round by round. 404 before they are made."""
    season = visibility.public_season(session, slug)
    total = spectators.count(session, season)
    of, first = max(1, -(-total // MOST_LINES)), (number - 1) * MOST_LINES
    if not total or number > of:
        raise HTTPException(404)
    found = spectators.pairings(session, season, lang, first, MOST_LINES)
    phases, ids = rounds.so_far(session, season) if _is_followed(session, season) else ((), [])
    called = spectators.players(session, season, {*ids}, lang)
    return page(
        request,
        lang,
        "matches/season.html",
        season=season,
        game=rules_of(session, season),
        pairings=PagePart(found, number, of, first, total),
        stages=courses.plans_of(season),
        is_shown=any(each.is_shown for each in found),
        is_public=visibility.is_public(season),
        sentences=plans.sentences(courses.plans_of(season), lang, len(ids) or None, named=False),
        names={
            (phase.at + 1, at): names.of_round(phase, at, lang)
            for phase in phases
            for at in {each.round for each in found if each.stage == phase.at + 1}
        },
        parts_of={
            (phase.at + 1, *place): called
            for phase in phases
            for place, called in names.of_pairings(phase, lang).items()
        },
        byes={
            (phase.at + 1, each.round): called[ids[each.first]].name
            for phase in phases
            for each in phase.results
            if each.second is None and not phase.games
        },
        brackets={
            phase.at + 1: _bracket(session, season, phase, [called[id] for id in ids], lang)
            for phase in phases
            if phase.games and len(phase.field.seeds) <= brackets.MOST_DRAWN
        },
    )


def _is_followed(session: Session, season: Season) -> bool:
    """Whether everybody sees its stages as they stand: those played in one go come out night by night, and with the results."""
    return bool(season.stages) and spectators.rounds_out(session, season).out is None


def _bracket(
    session: Session, season: Season, phase: Phase, called: Sequence[WatchedPlayer], lang: Lang
) -> BracketView:
    """The bracket so far; each game leads to its match, of several to the last."""
    _ = translations(lang).gettext
    here = f"/{lang}/seasons/{season.slug}/matches"
    every = spectators.pairings(session, season, lang)
    made = {(each.round, each.board): each for each in every if each.stage == phase.at + 1}

    def link(game: BracketGame) -> BracketLink | None:
        if (match := made.get(game.planned[:2])) is None:
            return None
        is_open = match.state is MatchState.WAITING
        label = _("This match is still being played.") if is_open else _("The match")
        return BracketLink(f"{here}/{match.place}", label, is_open)

    return brackets.bracket(phase.games, lambda at: BracketSide(called[at].name), link, lang)


@router.get(MATCH)
def match(
    request: Request,
    lang: Lang,
    found: AskedMatch,
    session: Reading,
    facing: Facing,
    beside: str = "",
) -> Response:
    """The match as spectators may see it, from the side of one player; and another one beside it."""
    season, match = found
    other = at_place(season.slug, beside, session)[1] if beside else None
    going_on = spectators.pairings(session, season, lang, 0, MOST_LINES, MatchState.WAITING)
    here = table_watched(session, season, match, lang, facing)
    tables = [here, *([table_watched(session, season, other, lang, facing)] if other else ())]
    return page(
        request,
        lang,
        "matches/match.html",
        season=season,
        game=rules_of(session, season),
        called=card_sets.printed(session, rules_of(session, season), lang),
        pairing=here.pairing,
        facing=facing,
        tables=tables,
        moves=min((each.moves for each in tables if each.moves), default=None),
        others=[each for each in going_on if each.is_shown and each.id != match.id],
        is_revealed=records.is_revealed(session, season, match),
    )


@router.get(MATCH + "/replay")
def replay(
    request: Request,
    lang: Lang,
    found: RevealedMatch,
    session: Reading,
    number: PageNumber,
    facing: Facing,
) -> Response:
    """The match at one of its steps, with all hands open, from the side of one of its players. 404 until it is revealed."""
    season, match = found
    play, names = views.whole(session, match, lang)
    return page(
        request,
        lang,
        "matches/replay.html",
        season=season,
        game=rules_of(session, season),
        called=card_sets.printed(session, rules_of(session, season), lang),
        pairing=spectators.pairing(session, season, match, lang),
        ending=play.game.reasons[match.reason].to(lang),
        watched=watched(
            play.game,
            play.lines,
            play.builds,
            names,
            lang,
            number,
            facing,
            Dice.of(play.seed, play.head),
        ),
    )


# --- what can be checked --------------------------------------------------------------------------------


@router.get(SEASON + "/dice")
def season_dice(
    request: Request, lang: Lang, slug: str, session: Reading, number: PageNumber
) -> Response:
    """The commitment of the season's dice, and the secret once the results are public. 404 without dice."""
    season = visibility.public_season(session, slug)
    promises = spectators.promises(session, season, lang)
    root = spectators.root_commitment(session, season)
    if not root:
        raise HTTPException(404)
    return page(
        request,
        lang,
        "matches/dice.html",
        season=season,
        game=rules_of(session, season),
        root_commitment=root,
        root=spectators.root(session, season),
        is_public=visibility.is_public(season),
        promises=part(promises, number, MOST_LINES),
    )


@router.get(MATCH + "/proof")
def proof(request: Request, lang: Lang, found: RevealedMatch, session: Reading) -> Response:
    """Every draw of the match, drawn again. 404 until it is revealed."""
    season, match = found
    shown = records.proof_of(session, season, match)
    head, reveal = shown.record.lines[0], shown.record.lines[-1]
    if head is None or reveal is None:
        raise HTTPException(404)
    seed = bytes.fromhex(reveal["server_seed"])
    dice = Dice.of(seed, head)
    return page(
        request,
        lang,
        "matches/proof.html",
        season=season,
        game=rules_of(session, season),
        pairing=spectators.pairing(session, season, match, lang),
        faults=[(each.line, each.words.to(lang)) for each in shown.faults],
        lines=len(shown.record.lines),
        draws=[_draw(line, dice) for line in shown.record.lines if line and line["t"] == "chance"],
        head=head,
        seed=seed.hex(),
        game_seed=dice.seed.hex(),
        last=reveal["h"],
        unproven=[each.to(lang) for each in shown.unproven],
    )


class _Draw(NamedTuple):
    """A draw of a record: its line, what was drawn, what came of it, and whether the seed gives the same."""

    n: int
    label: str
    what: Sequence[Any]
    out: Sequence[int]
    holds: bool


def _draw(line: Line, dice: Dice) -> _Draw:
    again = dice.draw(Chance(line["label"], tuple(line["what"])))
    return _Draw(line["n"], line["label"], line["what"], line["out"], again == line["out"])
