"""A battle told in full: played again for each reader."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fastapi import Request
from fastapi.responses import Response

from app.engine import Battle, Board, Build, Lang, Ruleset, Side, TellingSheet
from app.engine.matches.game import Seat
from app.i18n import number, translations
from app.letters.tellings.course import ToldCourse
from app.statistics.what_if import is_affordable
from app.tournament.full_table import Entrant
from app.web.rendering import page
from app.web.views.battles.names import Names, marked
from app.web.views.battles.replay import BattleReplay, SideReplay
from app.web.views.battles.story import BattleStory
from app.web.views.fields import StageView


@dataclass(frozen=True, slots=True)
class Contender:
    """A contender in a battle: its place in the table, and its own words for the telling."""

    who: Entrant
    place: int
    sheet: TellingSheet
    picture: str = ""
    """The digest of its own picture, if it has one."""


@dataclass(frozen=True, slots=True)
class _Fighter:
    """One side of the battle as the page shows it."""

    side: Side
    who: Entrant
    place: int
    labels: Mapping[str, str]
    replay: SideReplay
    hp: int
    won: bool
    picture: str


@dataclass(frozen=True, slots=True)
class StagedBattle:
    """A battle as it can be watched: how it went, its story, and the board at every step of it."""

    battle: Battle
    ending: str
    sides: Sequence[_Fighter]
    story: BattleStory
    replay: BattleReplay


def on_stage(
    game: Ruleset, lang: Lang, contenders: Sequence[Contender], played: Battle | None = None
) -> StagedBattle:
    """The battle of these two, the first at home; `played`: how it went, where it is not for the reference to play."""
    home, away = contenders
    builds = home.who.build.nameless(), away.who.build.nameless()
    played, boards = (played, [*game.boards(*builds, played)]) if played else _played(game, *builds)
    ending = game.ended(played, lang)
    sheets = {Side.HOME: home.sheet, Side.AWAY: away.sheet}
    told = game.tell(
        played.events, marked(home.sheet, Side.HOME), marked(away.sheet, Side.AWAY), lang
    )
    story = BattleStory([*told], Names(sheets, lang))
    replay = BattleReplay(
        game,
        boards,
        story.anchors,
        (home.sheet.flavour, away.sheet.flavour),
    )
    sides = [
        _Fighter(
            side,
            each.who,
            each.place,
            each.sheet.labels,
            watched,
            hp,
            played.winner is side,
            each.picture,
        )
        for side, each, watched, hp in zip(
            Side, contenders, (replay.home, replay.away), played.hp, strict=True
        )
    ]
    return StagedBattle(played, ending, sides, story, replay)


@lru_cache(maxsize=8)  # it is often read in both languages, as in an archive
def _played(game: Ruleset, home: Build, away: Build) -> tuple[Battle, list[Board]]:
    """The battle of these two, played by the reference, and its boards."""
    played = game.play(home, away)
    return played, [*game.boards(home, away, played)]


def battle_page(
    request: Request,
    lang: Lang,
    stage: StageView,
    contenders: Sequence[Contender],
    met: Sequence[Entrant],
    etag: str,
    *,
    played: Battle | None = None,
    places: Sequence[tuple[str, Seat]] = (),
    has_what_if: bool = False,
) -> Response:
    """The page of the battle between these two, the first at home; `met` are all its opponents, the best first.

    `played`: how it went, where it is not for the reference to play; `places` are those of their matches, with the seat of home. `has_what_if`: the stage has a page of changes that would have won for each of its entrants.
    """
    _, away = contenders
    game = stage.game
    staged = on_stage(game, lang, contenders, played)
    at = [each.number for each in met].index(away.who.number)
    return page(
        request,
        lang,
        "battle.html",
        etag=etag,
        stage=stage,
        game=game,
        battle=staged.battle,
        ending=staged.ending,
        places=places,
        sides=staged.sides,
        story=staged.story,
        replay=staged.replay,
        before=met[at - 1] if at else None,
        after=met[at + 1] if at + 1 < len(met) else None,
        rescued=[
            each.who
            for each in staged.sides
            if has_what_if
            and not each.won
            and each.who.build.cards
            and is_affordable(game, each.who.build, len(met))
        ],
        excerpt=[*_excerpt(stage, contenders, staged.battle, staged.ending, lang)],
    )


def _excerpt(
    stage: StageView, contenders: Sequence[Contender], played: Battle, ending: str, lang: Lang
) -> Iterator[str]:
    """The battle as people post it, without its address; the first line does not say how it ended."""
    _ = translations(lang).gettext
    home, away = (each.who for each in contenders)
    game = stage.game
    sheets = dict(zip(Side, (each.sheet for each in contenders), strict=True))
    yield f"{home.name} VS {away.name} – {stage.name}"
    yield f"{home.written} VS {away.written}"
    if point := ToldCourse(game, played, sheets, lang).turning_point():
        yield point
    winner = {Side.HOME: home, Side.AWAY: away}.get(played.winner) if played.winner else None
    verdict = _("%(name)s wins") % {"name": winner.name} if winner else _("A draw")
    turn = _("%(turn)s %(num)s") % {"turn": game.terms.turn.to(lang), "num": played.turn}
    score = f"{game.life.name.to(lang)} {number(played.hp[0])} : {number(played.hp[1])}"
    yield " · ".join([verdict, ending, *([turn] if played.turn else []), score])
