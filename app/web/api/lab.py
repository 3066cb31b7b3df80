"""Lists that programs try out, without keeping them."""

from typing import Annotated

from fastapi import Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from app.engine import Lang, Ruleset
from app.engine.workshop.problems import explain
from app.errors import CardsUnreadable, ListUnreadable
from app.games import ruleset
from app.games.house import with_cards
from app.league.eligibility.choices import under
from app.tournament import lab
from app.tournament.lab import LabResult
from app.web import limits
from app.web.api.games import GameSlug
from app.web.api.responses import answer, api_router, refused
from app.web.api.texts import Text
from app.web.dependencies import Now, SiteOf
from app.web.errors import lang_of, refuse
from app.web.views import trials

router = api_router("laboratory", 406)


class SentList(BaseModel):
    """A list of characters, one per line.

    `lang` is the language of names made up for nameless characters. `cards` are house cards in TOML that the
    list is played with. `rule` sets the options of the game, as `key=value`.
    """

    list: Annotated[
        Text, Field(examples=["Attack, Echo, Core / Alice\n盾攻/Bob\n[red] 核核核/Carol"])
    ]
    lang: Lang | None = None
    cards: Text = ""
    rule: tuple[Text, ...] = ()


@router.post(
    "/lab/{game}", response_model=LabResult, responses=refused(400, 404, 413, 415, 422, 429, 503)
)
def try_out(request: Request, slug: GameSlug, sent: SentList, site: SiteOf, now: Now) -> Response:
    """Play a list, everybody against everybody: the ranking and the cross table. Or every problem at once."""
    rules = ruleset(slug)
    limits.spend_by_client(request, limits.LISTS, now)
    settings = "\n".join(sent.rule)
    token = lab.address_of(site.key, rules.slug, sent.list, sent.cards, settings)
    try:
        rules = with_cards(rules.slug, sent.cards) if sent.cards.strip() else rules
        rules = under(rules, sent.rule) if sent.rule else rules
        played = trials.play(rules, token, sent.list)
    except (ListUnreadable, CardsUnreadable) as refusal:
        return _rejected(request, refusal, rules)
    return answer(request, lab.result(played, played.characters(sent.lang or lang_of(request))))


def _rejected(
    request: Request, refusal: ListUnreadable | CardsUnreadable, rules: Ruleset
) -> Response:
    lang = lang_of(request)
    problems = [
        {
            "code": each.code,
            "line": each.line,
            "column": each.column,
            "text": explain(each, lang)
            if isinstance(refusal, CardsUnreadable)
            else lab.explain(rules, each, lang),
        }
        for each in refusal.problems
    ]
    return refuse(request, 422, [str(each["text"]) for each in problems], problems=problems)
