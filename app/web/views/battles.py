"""A battle told in full: played again for each reader."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from fastapi import Request
from fastapi.responses import Response

from app.engine import Lang, Line, Sheet, Side, Tone
from app.tournament.full_table import Entrant
from app.web.rendering import page
from app.web.views.cards import Card, row_of
from app.web.views.fields import Stage

_FRAME = " \u3000[]【】-―—▼"
"""The frame of headings in a telling; pages have headings of their own."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A contender in a battle: its place in the table, and its own words for the telling."""

    who: Entrant
    place: int
    sheet: Sheet
    picture: str = ""
    """The digest of its own picture, if it has one."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """One side of the battle as the page shows it."""

    who: Entrant
    place: int
    labels: Mapping[str, str]
    row: list[Card]
    hp: int
    won: bool
    picture: str


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A line of the story. Of those that tell the same event, the first has its anchor."""

    line: Line
    has_anchor: bool

    @property
    def text(self) -> str:
        """The text of the line; a heading without its frame."""
        is_heading = self.line.tone in (Tone.TURN, Tone.PHASE)
        return (is_heading and self.line.text.strip(_FRAME)) or self.line.text


@dataclass(frozen=True, slots=True)
class Scene:
    """Lines under a heading, or without one."""

    heading: StoryLine | None
    lines: list[StoryLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Act:
    """A turn, or the lines before and after the turns."""

    heading: StoryLine | None
    scenes: list[Scene] = field(default_factory=list)


def battle_page(
    request: Request,
    lang: Lang,
    stage: Stage,
    contenders: Sequence[Contender],
    met: Sequence[Entrant],
    etag: str,
) -> Response:
    """The page of the battle between these two, the first at home; `met` are all its opponents, the best first."""
    home, away = contenders
    game = stage.game
    played = game.play(home.who.build.nameless(), away.who.build.nameless())
    at = met.index(away.who)
    return page(
        request,
        lang,
        "battle.html",
        etag=etag,
        stage=stage,
        game=game,
        battle=played,
        ending=game.ending(game.reasons.index(played.reason), lang),
        sides=[
            Fighter(
                each.who,
                each.place,
                each.sheet.labels,
                row_of(game, each.who.build, each.sheet.flavour),
                hp,
                played.winner is side,
                each.picture,
            )
            for each, hp, side in zip(contenders, played.hp, Side, strict=True)
        ],
        acts=acts(game.tell(played.events, home.sheet, away.sheet, lang)),
        before=met[at - 1] if at else None,
        after=met[at + 1] if at + 1 < len(met) else None,
    )


def acts(lines: Iterable[Line]) -> list[Act]:
    """The telling, laid out: its headings become headings of the page."""
    laid_out = [Act(None, [Scene(None)])]
    seen: set[int] = set()
    for line in lines:
        if line.tone in (Tone.TITLE, Tone.BLANK):
            continue
        said = StoryLine(line, line.n not in seen)
        seen.add(line.n)
        if line.tone is Tone.TURN:
            laid_out.append(Act(said, [Scene(None)]))
        elif line.tone is Tone.PHASE:
            laid_out[-1].scenes.append(Scene(said))
        else:
            laid_out[-1].scenes[-1].lines.append(said)
    return [act for act in laid_out if act.heading or act.scenes[0].lines]
