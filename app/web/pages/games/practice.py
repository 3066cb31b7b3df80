"""A match against the house, at once and without an account: chosen, played step by step, told at its end.

Nothing of it is kept here. The page has what its player brought and did, and posts it back: see `app.league.practice.practice`.
"""

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any, Final

from fastapi import Depends, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from app.engine import Build, Lang, Ruleset, Words
from app.engine.matches import steps as course
from app.engine.matches.game import Game, Seat, other
from app.engine.matches.game.lesson import LessonStep
from app.errors import BuildUnreadable, CardsUnreadable
from app.games import match_game, match_slugs, ruleset
from app.games.house import with_cards
from app.i18n import translations
from app.league import visibility
from app.league.eligibility.choices import under
from app.league.matches import records, spectators, views
from app.league.practice.practice import (
    MOST_STEP,
    Position,
    PracticeTable,
    RecordedStart,
    StepRefused,
)
from app.league.problems import explain
from app.statistics.house_decks import with_new
from app.web import limits
from app.web.dependencies import Now, Site, SiteOf, page_router
from app.web.forms import Form, SentForm, tidied
from app.web.rendering import FRESH, UNKEPT, page
from app.web.views.battles.steps import WatchedStep, watched
from app.web.views.forms.choices import RULE, Rules, fields_of, of_season
from app.web.views.my_matches import parts_of
from app.web.views.play import PlayTable, rules_here, typed

router = page_router()

HERE: Final = "/games/{game}/practice"
OWN: Final = "own"
"""The choice of a build that is typed."""
_YOU: Final = Words("あなた", "Player")
_ORIGIN: Final = ("season", "place", "since", "seat")
"""The fields that say where a match goes on from another."""
_NUMBER: Final = re.compile(r"[0-9a-f]{16}")
_MOST_BUILD: Final = 4_000
_OFFERS: Final = 100
_LESSON: Final = b"hikyaku-lesson-1"
"""The key of the dice of lessons."""
_MOVES: Final = {"begin", "go", "house", "rest", "back"}
"""After these the house may have to think."""


@dataclass(frozen=True)
class Offer:
    """A game to practise as it is configured, with the legal house decks.

    Each deck is given as the game has it, and as a build. `english` maps names to what English readers call
    them. `cards` are the season's own cards, in TOML.
    """

    slug: str
    game: Game[Any]
    rules: Ruleset
    decks: Mapping[str, Any]
    builds: Mapping[str, Build]
    english: Mapping[str, str]
    cards: str = ""

    def called(self, lang: Lang) -> dict[str, str]:
        """The names of the decks in this language, by those of the address."""
        return {name: self.english.get(name, name) if lang == "en" else name for name in self.decks}


@lru_cache(maxsize=_OFFERS)
def _offer_of(slug: str, cards: str = "", settings: Sequence[str] = ()) -> Offer:
    """Of its newest rules; with own cards also the decks of the house that have the new one. Raises `CardsUnreadable` and `MatchesRefused`."""
    rules = under(with_cards(slug, cards) if cards else ruleset(slug), settings)
    builds = {**with_new(rules, "ja"), **rules.starters()}
    decks = {name: rules.match_build(build) for name, build in builds.items()}
    in_english = {**with_new(rules, "en"), **rules.starters("en")}
    named = {build: name for name, build in in_english.items()}
    english = {name: named.get(build, name) for name, build in builds.items()}
    return Offer(slug, rules.match or match_game(slug), rules, decks, builds, english, cards)


def _as_sent(offered: Offer, sent: Form) -> Offer:
    """The same with the own cards and the settings that were sent. Raises `CardsUnreadable` and `MatchesRefused`."""
    cards = sent.text("cards")
    settings = sent.text(RULE).splitlines()
    return _offer_of(offered.slug, tidied(cards) if cards.strip() else "", (*settings,))


def _offered(game: str) -> Offer:
    """The game of the address. Raises 404 for one without decisions."""
    if game not in match_slugs():
        raise HTTPException(404)
    return _offer_of(game)


AskedOffer = Annotated[Offer, Depends(_offered)]


@router.get(HERE)
def offer(
    request: Request,
    lang: Lang,
    offered: AskedOffer,
    site: SiteOf,
    rule: Rules,
    season: str = "",
    house: str = "",
) -> Response:
    """The decks and opponents for practice, with these settings or those of a season. `house` is preselected."""
    if season and not rule:
        with site.database.reading() as session:
            rule = [*of_season(session, season, offered.rules)]
    offered = _offer_of(offered.slug, "", (*rule,))
    return _ask(request, lang, offered, Form(request.url.path, {"house": house}))


@router.get("/games/{game}/lesson")
def lesson(request: Request, lang: Lang, offered: AskedOffer, now: Now) -> Response:
    """The first decision of the match that teaches the game. 404 for a game without one."""
    sent = Form(request.url.path, {"lesson": "1"})
    _spend(request, offered, sent, now)
    table = _lesson_table(offered.game)
    return _show(request, lang, offered, table, sent, [], table.position([]), "", [])


@router.post(HERE)
def play(
    request: Request, lang: Lang, offered: AskedOffer, sent: SentForm, site: SiteOf, now: Now
) -> Response:
    """The match after the step that was sent; or the page again with everything that is wrong, and what was typed."""
    _spend(request, offered, sent, now)
    try:
        offered = _as_sent(offered, sent)
    except CardsUnreadable as refusal:
        return _ask(
            request, lang, offered, sent, [explain(each, lang) for each in refusal.problems]
        )
    act = sent.text("act")
    if act != "begin" and not sent.text("number"):  # in the other language, before it began
        return _ask(request, lang, offered, sent)
    table, told = _table(offered, sent, site, lang, is_new=act == "begin")
    steps = [] if act == "begin" else _steps(sent, offered.game)
    if table is None or steps is None:
        told = told or [translations(lang).gettext("This match cannot be continued.")]
        return _ask(request, lang, offered, sent, told)
    if again := table.missing(steps):
        _spend(request, offered, sent, now, again)
    try:
        position = table.position(steps)
    except StepRefused as refusal:
        return _ask(request, lang, offered, sent, [each.to(lang) for each in refusal.problems])
    text = sent.text("orders")[:MOST_STEP]
    if act == "record" and position.match.ended and not table.start:
        name = f'attachment; filename="{offered.slug}-practice.jsonl"'
        headers = {"Content-Disposition": name, "Cache-Control": UNKEPT}
        return Response(table.record(position), media_type="application/jsonl", headers=headers)
    taught = _taught(offered.game, sent, steps)
    if act == "back" and steps:
        steps.pop()
        position = table.position(steps)
    elif sent.text("from") and position.match.ended:
        steps = steps[: table.decided(position.lines, sent.number("from"))]
        position = table.position(steps)
    elif act == "rest" and not taught:
        while position.asked:
            _spend(request, offered, sent, now)
            position, steps = position.after(table, ""), [*steps, ""]
    elif act in ("go", "house", "resign"):
        step = {"house": taught.orders if taught else "", "resign": "resign"}.get(act, text)
        if act == "go" and not step.strip():
            told = [translations(lang).gettext("Choose an order, or type one.")]
        else:
            try:
                if taught and act == "go" and not position.is_same(step, taught.orders):
                    told = [
                        translations(lang).gettext(
                            "The lesson needs something else here: choose what glows."
                        )
                    ]
                else:
                    position = table.position([*steps, step])
                    steps, text = [*steps, step], ""
            except StepRefused as refusal:
                told = [each.to(lang) for each in refusal.problems]
    return _show(request, lang, offered, table, sent, steps, position, text, told)


# --- what was sent --------------------------------------------------------------------------------------


def _spend(request: Request, offered: Offer, sent: Form, now: datetime, count: int = 1) -> None:
    """Count this many steps for the client. Raises 429 if they are too many."""
    is_plain = sent.text("house") in ("", next(iter(offered.game.opponents)))
    is_plain = is_plain or (count == 1 and sent.text("act") not in _MOVES)
    limits.spend_by_client(request, limits.PRACTICE if is_plain else limits.SEARCHES, now, count)


def _table(
    offered: Offer, sent: Form, site: Site, lang: Lang, *, is_new: bool
) -> tuple[PracticeTable | None, list[str]]:
    """The table that was asked for; without one everything that is wrong with what was sent."""
    _ = translations(lang).gettext
    if sent.text("lesson"):
        return _lesson_table(offered.game), []
    number = secrets.token_hex(8) if is_new else sent.text("number")
    rival, house = sent.text("rival"), sent.text("house") or next(iter(offered.game.opponents))
    if house not in offered.game.opponents or not _NUMBER.fullmatch(number):
        return None, [_("This match cannot be continued.")]
    if rival not in ("", *offered.decks):
        return None, [_not_there(rival, lang)]
    start = _start(offered, sent, site, lang) if sent.text("season") else None
    build, told = (None, []) if start else _brought(offered, sent, lang)
    if told:
        return None, told
    game = start.game if start else offered.game
    about = number, build, offered.decks, rival, house, start, offered.rules.config or {}
    return PracticeTable(game, site.key, *about), []


def _start(offered: Offer, sent: Form, site: Site, lang: Lang) -> RecordedStart:
    """The match of a season that it goes on from, up to the step that was chosen. Raises 404 for one that is not revealed."""
    with site.database.reading() as session:
        season = visibility.public_season(session, sent.text("season"))
        match = spectators.at_place(session, season, sent.text("place"))
        is_other = season.game != offered.slug
        if match is None or is_other or not records.is_revealed(session, season, match):
            raise HTTPException(404)
        play, _ = views.whole(session, match, lang)
    lines = course.until(play.lines, sent.number("since"))
    return RecordedStart(
        play.game, (*lines,), play.builds, "B" if sent.text("seat") == "b" else "A"
    )


def _lesson_table(game: Game[Any]) -> PracticeTable:
    """The match that teaches this game, the same everywhere. Raises 404 for a game without one."""
    if game.lesson is None:
        raise HTTPException(404)
    deck, rival, number, *_ = game.lesson
    house = next(iter(game.opponents))
    return PracticeTable(game, _LESSON, number, game.starters[deck], game.starters, rival, house)


def _taught(game: Game[Any], sent: Form, steps: Sequence[str]) -> LessonStep | None:
    """What the lesson teaches at this decision; None outside a lesson and after its end."""
    taught = game.lesson.steps[len(steps) :] if game.lesson and sent.text("lesson") else ()
    return next(iter(taught), None)


def _brought(offered: Offer, sent: Form, lang: Lang) -> tuple[Any, list[str]]:
    """The player's own deck, as the game has it; or every problem with it."""
    deck, rules = sent.text("deck"), offered.rules
    deck = deck or (next(iter(offered.decks)) if offered.cards else "")
    if deck in offered.decks:
        return offered.decks[deck], []
    if deck and deck != OWN:
        return None, [_not_there(deck, lang)]
    if not deck:
        return None, [translations(lang).gettext("Choose a deck, or write your own.")]
    try:
        return rules.match_build(rules.read_build(_text_of(sent)).nameless()), []
    except BuildUnreadable as refusal:
        return None, [rules.explain(each, lang) for each in refusal.problems[:20]]


def _not_there(deck: str, lang: Lang) -> str:
    """That the house has no such deck."""
    words = translations(lang).gettext(
        "“%(deck)s” is not a house deck that is legal under these settings. Choose another."
    )
    return words % {"deck": deck[:40]}


def _text_of(sent: Form) -> str:
    return tidied(sent.text("build"))[:_MOST_BUILD]


def _steps(sent: Form, game: Game[Any]) -> list[str] | None:
    """The steps so far; None if they were not made here."""
    try:
        steps = json.loads(sent.text("steps"))
    except (ValueError, RecursionError):
        return None
    is_ours = isinstance(steps, list) and len(steps) <= game.max_steps
    if not is_ours or not all(isinstance(each, str) and len(each) <= MOST_STEP for each in steps):
        return None
    return [*steps]


# --- what is shown --------------------------------------------------------------------------------------


def _ask(
    request: Request, lang: Lang, offered: Offer, sent: Form, told: Sequence[str] = ()
) -> Response:
    """The choice of decks and opponents, with what is wrong with the one that was made."""
    rules, deck = offered.rules, sent.text("deck")
    return page(
        request,
        lang,
        "practice/offer.html",
        422 if told else 200,
        game=rules,
        settings=fields_of(rules),
        offered=offered,
        called=offered.called(lang),
        written={name: rules.write_build(each, lang) for name, each in offered.builds.items()},
        deck=deck if deck in (*offered.decks, OWN) else next(iter(offered.decks), OWN),
        build=_text_of(sent),
        rival=sent.text("rival"),
        house=sent.text("house") or next(iter(offered.game.opponents)),
        cache=UNKEPT if request.method == "POST" else FRESH,
        told=told,
        own=OWN,
        cards=offered.cards,
    )


def _show(
    request: Request,
    lang: Lang,
    offered: Offer,
    table: PracticeTable,
    sent: Form,
    steps: Sequence[str],
    position: Position,
    text: str,
    told: Sequence[str],
) -> Response:
    """The match as its player sees it; once it is over, all of it."""
    game, match = table.game, position.match
    names: dict[Seat, str] = {
        table.seat: _YOU.to(lang),
        other(table.seat): table.house.name.to(lang),
    }
    before = table.position(steps[:-1]).match.n if steps else 0
    late, heard = position.heard(before), position.heard()
    log = [
        [*parts_of([*game.told(steps, names, lang)])]
        for steps in (late, heard[: len(heard) - len(late)])
    ]
    ended = match.ended
    asking = position.asking
    taught = _taught(game, sent, steps)
    orders = typed(asking, sent, text, lang, taught.orders if taught else "") if asking else None
    told = told or (orders.told if orders else ())
    shown = None
    if asking and orders:
        only = taught.orders if taught else ""
        shown = PlayTable.of_draft(asking, orders.draft, names, lang, orders.why, only)
    return page(
        request,
        lang,
        "practice/match.html",
        422 if told else 200,
        cache=UNKEPT,
        game=offered.rules,
        settings=fields_of(offered.rules),
        offered=offered,
        names=names,
        deck=sent.text("deck"),
        build=_text_of(sent),
        cards=offered.cards,
        rival=table.rival,
        house=table.opponent,
        origin={each: sent.text(each) for each in _ORIGIN} if table.start else {},
        number=table.number,
        steps=json.dumps(steps),
        board=shown.board if shown else game.board(position.view, names, lang),
        table=shown,
        rules_here=rules_here(offered.rules, asking, lang) if asking else None,
        lesson=sent.text("lesson"),
        coach=_coach(game, sent, steps, taught),
        learnt=len(steps) + 1 if taught else 0,
        news=log[0],
        earlier=log[1],
        is_unread=bool(before),
        text=orders.text if orders else "",
        told=told,
        result=(
            "drawn" if ended.winner is None else "won" if ended.winner == table.seat else "lost"
        )
        if ended
        else "",
        reason=game.reasons[ended.reason].to(lang) if ended else "",
        watched=_watched(request, sent, table, position, names, lang) if ended else None,
    )


def _coach(
    game: Game[Any], sent: Form, steps: Sequence[str], taught: LessonStep | None
) -> Words | None:
    """The coach's words before this decision of a lesson, and once after its end."""
    if taught:
        return taught.words
    is_over = game.lesson and sent.text("lesson") and len(steps) == len(game.lesson.steps)
    return game.lesson.after if is_over and game.lesson else None


def _watched(
    request: Request,
    sent: Form,
    table: PracticeTable,
    position: Position,
    names: Mapping[Seat, str],
    lang: Lang,
) -> WatchedStep:
    """The match that is over at the step that is asked for, with all hands open; the last without one."""
    lines, last = position.lines, course.count(position.lines)
    number, dice = min(sent.number("at") or last, last), None
    if number == last:
        with suppress(HTTPException):  # a match ends for who ends too many of them, too
            limits.spend_by_client(request, limits.WHAT_IFS, request.state.site.now())
            dice = position.dice
    return watched(position.match.game, lines, table.builds, names, lang, number, table.seat, dice)
