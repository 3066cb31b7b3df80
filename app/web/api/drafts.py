"""Characters in the making: a text read as a build, lore as its page will show it. Nothing is kept."""

from typing import Annotated, Self

from fastapi import Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from app.engine import Lang, Notation
from app.league import visibility
from app.league.eligibility.choices import under
from app.league.entries import characters
from app.league.matches.settings import rules_of
from app.league.problems import explain
from app.web import limits, markdown
from app.web.api.games import GameSlug, Version
from app.web.api.models.public import ToldProblem
from app.web.api.responses import answer, api_router, refused, told
from app.web.api.texts import Text
from app.web.cards import rules_at
from app.web.dependencies import Now, Reading
from app.web.errors import lang_of
from app.web.views.forms.builder import Builder, builder
from app.web.views.forms.choices import Rules

router = api_router("drafts", 406)
_REFUSED = refused(400, 404, 413, 415, 422, 429, 503)


class SentText(BaseModel):
    """A text, and the language of what is answered."""

    text: Annotated[Text, Field(examples=["Attack, Echo, 1 / Alice"])]
    lang: Lang | None = None


class ReadCard(BaseModel):
    """A card of a build by its id, and its own name where it has one."""

    card: str
    flavour: str | None


class ReadFigure(BaseModel):
    """A number that the build has before any battle."""

    label: str
    value: int


class ReadBuild(BaseModel):
    """A build as we read it.

    `cards` is null if a word cannot be read, or if there are far too many. `notation` is the one it is written
    in, otherwise the usual one. `problems` lists every problem.
    """

    cards: list[ReadCard] | None
    name: str | None
    notation: Notation
    figures: list[ReadFigure]
    problems: list[ToldProblem]

    @classmethod
    def of(cls, drawn: Builder) -> Self:
        """What was read in the text and what is wrong with it, in the language of the builder."""
        game, build = drawn.game, None if drawn.decks else drawn.build
        return cls(
            cards=[ReadCard(card=card, flavour=own) for card, own in drawn.slots]
            if build
            else None,
            name=build.name if build else None,
            notation=drawn.notation,
            figures=[
                ReadFigure(label=each.label.to(drawn.lang), value=each.value)
                for each in drawn.figures
            ],
            problems=[
                ToldProblem(
                    code=each.code,
                    line=each.line,
                    column=each.column,
                    text=explain(each, drawn.lang, game.slug, game.rules_version),
                )
                for each in drawn.told
            ],
        )


class ShownLore(BaseModel):
    """Lore as HTML that runs no code; empty if it has problems."""

    html: str
    problems: list[ToldProblem]


@router.post("/games/{game}/build", response_model=ReadBuild, responses=_REFUSED)
def read(
    request: Request,
    slug: GameSlug,
    sent: SentText,
    session: Reading,
    now: Now,
    rule: Rules,
    version: Version = None,
    season: Annotated[str | None, Query(description="As this season plays it.")] = None,
) -> Response:
    """Read a build in any notation: its cards and figures, or every problem, as far as it has been written."""
    game = rules_at(slug, version)
    if season is not None:
        game = rules_of(session, visibility.public_season(session, season))
        if game.slug != slug:
            raise HTTPException(404)
    game = under(game, rule) if rule else game
    limits.spend_by_client(request, limits.DRAFTS, now)
    return answer(request, ReadBuild.of(builder(game, sent.text, sent.lang or lang_of(request))))


@router.post("/lore", response_model=ShownLore, responses=_REFUSED)
def lore(request: Request, sent: SentText, now: Now) -> Response:
    """Show lore in Markdown as the page of its character would."""
    limits.spend_by_client(request, limits.DRAFTS, now)
    lang = sent.lang or lang_of(request)
    problems = [
        ToldProblem.model_validate(told(each, lang)) for each in characters.lore_problems(sent.text)
    ]
    return answer(
        request, ShownLore(html="" if problems else markdown.lore(sent.text), problems=problems)
    )
