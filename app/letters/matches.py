"""Letters about matches: what has happened, how they stand, what they ask for, and how orders were understood."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import islice, zip_longest
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlmodel import Session

from app.engine import Lang
from app.engine.matches.board import MatchBoard
from app.engine.matches.menus import Menu
from app.engine.matches.orders import mistakes
from app.engine.matches.orders.wording import in_language, menus_in_language
from app.engine.telling import TellingLine
from app.errors import Problem
from app.games import ruleset
from app.i18n import N_, lang_of, translations, twice
from app.league.matches import settings as match_settings, views
from app.league.matches.views import Look, MatchNews
from app.league.people.tokens import orders_key
from app.league.problems import explain
from app.letters.render import one_line
from app.letters.replies.curt import MOST_PROBLEM, unlinked
from app.notices.answers import Orders, Reading
from app.notices.news import Chapter, Extended, Missing, Turn
from app.settings import settings
from app.store.tables import Letter, Match, Season
from app.text.columns import WIDTH, aligned, shortened

MOST_SAMPLES: Final = 6
NAME_COLUMNS: Final = 40
_OUTCOMES: Final = {
    Fraction(1): N_("won"),
    Fraction(1, 2): N_("drawn"),
    Fraction(0): N_("lost"),
}


@dataclass(frozen=True, slots=True)
class MatchTelling:
    """A match in a letter: its names, what has happened, what became of orders, how it stands, what may be ordered."""

    game_id: str
    opponent: str
    between: str
    """The opponent; where a player may have several characters, the own one and the opponent."""
    state: str
    lines: Sequence[TellingLine]
    fates: Sequence[tuple[str, str]]
    has_missed: bool
    is_absent: bool
    diagram: str
    samples: Sequence[str]
    has_more: bool
    seal: str
    is_cut: bool = False
    board: MatchBoard | None = None
    """What the diagram shows, as squares, of games that have them: narrow screens show those whole."""

    def at_most(self, most: int) -> "MatchTelling":
        """The same with so many lines of its story, the last ones."""
        if len(self.lines) <= most:
            return self
        return replace(self, lines=self.lines[len(self.lines) - most :], is_cut=True)


def turn(session: Session, letter: Letter, about: Turn) -> dict[str, Any]:
    """All matches with news, and the blocks for those that take orders."""
    lang = lang_of(letter.lang)
    season = session.get_one(Season, letter.season_id)
    when = clock(session, season, lang)
    news = views.news(session, about.chapters, lang)
    is_one = season.characters == 1
    found = [
        _told(chapter, each, lang, is_one=is_one)
        for chapter, each in zip(about.chapters, news, strict=True)
    ]
    both = [*zip(about.chapters, found, strict=True)]
    asked = [chapter for chapter, _ in both if chapter.is_asked]
    deadlines = sorted({each.deadline for each in asked if each.deadline})
    return {
        "matches": found,
        "asked": len(asked),
        "over": sum(each.over is not None for each in news),
        "deadlines": [when(each) for each in deadlines],
        "table": aligned([[each.game_id, each.between, each.state] for each in found]),
        "blocks": [
            block(
                chapter.match,
                chapter.seat,
                chapter.turn,
                told.game_id,
                told.opponent,
                lang,
                told.samples,
            )
            for chapter, told in both
            if chapter.deadline and (chapter.is_asked or chapter.is_absent)
        ],
    }


def missing(session: Session, letter: Letter, about: Missing) -> dict[str, Any]:
    """The matches without orders, and a block for each."""
    lang = lang_of(letter.lang)
    season = session.get_one(Season, letter.season_id)
    when = clock(session, season, lang)
    news = views.news(session, about.chapters, lang)
    both = [
        (chapter, _told(chapter, each, lang, is_one=season.characters == 1))
        for chapter, each in zip(about.chapters, news, strict=True)
    ]
    deadlines = {each.deadline for each in about.chapters if each.deadline}
    return {
        "count": len(both),
        "until": when(min(deadlines)) if deadlines else "",
        "table": aligned([[told.game_id, told.between] for _, told in both]),
        "blocks": [
            block(each.match, each.seat, each.turn, told.game_id, told.opponent, lang, told.samples)
            for each, told in both
        ],
    }


def extended(session: Session, letter: Letter, about: Extended) -> dict[str, Any]:
    """The matches with another deadline, and which."""
    when = clock(session, session.get(Season, letter.season_id), lang_of(letter.lang))
    return {
        "names": about.matches,
        "before": when(about.before),
        "after": when(about.after),
    }


def orders(session: Session, letter: Letter, about: Orders) -> dict[str, Any]:
    """Every match of a mail with its orders as understood, or what is wrong with them."""
    lang = lang_of(letter.lang)
    season = session.get(Season, letter.season_id) if letter.season_id else None
    when = clock(session, season, lang)
    game = ruleset(season.game, season.rules_version).match if season else None

    def say(text: str) -> str:
        return in_language(text, game, lang) if game else text

    return {
        "readings": [
            {
                "game_id": unlinked(each.game_id),
                "opponent": _between(each.own, each.opponent),
                "turn": each.turn,
                "orders": say(each.orders),
                "first": _first(replace(each, first=say(each.first)), lang),
                "sha256": each.sha256,
                "sealed": each.sealed,
                "deadline": each.deadline and when(each.deadline),
                "is_ended": each.is_ended,
                "is_extended": each.is_extended,
                "problems": [*_problems(each, lang)],
                "more": each.more,
                "blank": _blank(session, each, lang) if each.problems and each.seat else "",
                "stands": say(each.stands),
                "ahead": each.ahead,
            }
            for each in about.readings
        ],
        "taken": sum(bool(each.sha256) for each in about.readings),
        "refused": sum(
            any(problem.code != "orders-as-ours" for problem in each.problems)
            for each in about.readings
        ),
    }


def _blank(session: Session, reading: Reading, lang: Lang) -> str:
    """The block to be filled in once more, for the turn in which the match was when the orders came."""
    look = views.look(session, session.get_one(Match, reading.match), reading.seat or None, lang)
    samples, _ = samples_of(look, lang)
    at = (reading.match, reading.seat, reading.turn)
    return block(*at, reading.game_id, reading.opponent, lang, samples)


def _first(reading: Reading, lang: Lang) -> str:
    """What the orders would do first, in a sentence."""
    _ = translations(lang).gettext
    first = " / ".join(reading.first.split("\n"))
    match reading.first_by:
        case "plan" | "standing" if first:
            return _(N_("First, as things stand: {order}")).format(order=first)
        case "auto" if first:
            return _(N_("First, as things stand, the house would decide: {order}")).format(
                order=first
            )
        case "ask":
            return _(N_("First, as things stand, the match would stop and ask you."))
    return ""


def _problems(reading: Reading, lang: Lang) -> Iterator[tuple[str, str]]:
    """Each problem in a sentence, and the line in which it is."""
    for problem, quote in zip_longest(reading.problems, reading.quotes, fillvalue=""):
        if isinstance(problem, Problem):
            words = shortened(one_line(_explained(problem, lang)), MOST_PROBLEM)
            # All others speak of orders of their reader, and `my.hand` is no link.
            is_strange = problem.code == "orders-not-yours"
            line = shortened(one_line(str(quote)), WIDTH - 4)
            yield unlinked(words, MOST_PROBLEM) if is_strange else words, line


def _explained(problem: Problem, lang: Lang) -> str:
    try:
        return mistakes.explain(problem, lang)
    except KeyError:
        return explain(problem, lang)


def clock(session: Session, season: Season | None, lang: Lang) -> partial[str]:
    """The deadlines of a season are in its own zone."""
    found = match_settings.settings_of(session, season) if season else None
    return partial(twice, lang=lang, zone=ZoneInfo(found.zone) if found else settings().zone)


def _told(chapter: Chapter, news: MatchNews, lang: Lang, *, is_one: bool) -> MatchTelling:
    look = news.look
    names = {seat: _short(name) for seat, name in look.names.items()}
    other = names["B" if chapter.seat == "A" else "A"]
    samples, has_more = samples_of(look, lang) if chapter.deadline else ([], False)
    return MatchTelling(
        game_id=look.game_id,
        opponent=other,
        between=_between("" if is_one else names[chapter.seat], other),
        state=_state(chapter, news, lang),
        lines=[*_story(look.game.told(news.steps, names, lang, chapter.seat))],
        fates=[
            (in_language(order, look.game, lang), words.to(lang)) for order, words in news.fates
        ],
        has_missed=news.has_missed,
        is_absent=chapter.is_absent and chapter.deadline is not None,
        diagram=look.game.diagram(look.view, names, lang).strip("\n"),
        samples=samples,
        has_more=has_more,
        seal=look.seal,
        board=_squares(look.game.board(look.view, names, lang)),
    )


def _squares(board: MatchBoard) -> MatchBoard | None:
    """The board if it has squares; what other games draw stays a diagram."""
    has_squares = any(zone.grid for part in board.parts for zone in part.zones)
    return board if has_squares else None


def _story(lines: Iterator[TellingLine]) -> Iterator[TellingLine]:
    """The lines without titles and without blank ones at the beginning; the board is drawn below them."""
    has_begun = False
    for line in lines:
        if line.tone not in ("title", "diagram") and (has_begun or line.text):
            has_begun = True
            yield line


def _between(own: str, opponent: str) -> str:
    return f"{_short(own)} – {_short(opponent)}" if own else _short(opponent)


def _short(name: str) -> str:
    return shortened(one_line(name), NAME_COLUMNS)


def samples_of(look: Look, lang: Lang) -> tuple[list[str], bool]:
    """Some orders that may be sent at the first decision that waits, a line each, and whether there are more: one of each menu
    that a page would have, of a single one several.
    """
    decision, options = next(iter(look.decisions), (None, None))
    menus = menus_in_language(look.game.menus(look.view, decision, options, lang), look.game, lang)
    lines = [
        line
        for menu in menus
        for line in islice(_sample(menu), MOST_SAMPLES if len(menus) == 1 else 1)
    ][:MOST_SAMPLES]
    return lines, sum(len(menu.choices) for menu in menus) > len(lines)


def _sample(menu: Menu) -> Iterator[str]:
    """Orders of the menu that are a line each and do no harm, those of which it says what they would do if there are any."""
    fit = [
        at
        for at, each in enumerate(menu.choices)
        if not (each.harms or each.later or "\n" in each.order)
    ]
    fit = (not menu.verb and [at for at in fit if menu.choices[at].label]) or fit
    if menu.none:
        yield menu.none
    for at in range(len(fit)):
        yield menu.line([*fit[at:], *fit[:at]][: menu.least or 1])


def _state(chapter: Chapter, news: MatchNews, lang: Lang) -> str:
    """How a match stands for its player, in a few words."""
    _ = translations(lang).gettext
    if chapter.is_annulled:
        return _(N_("counts for nothing: an opponent has left"))
    if news.over:
        outcome = _(_OUTCOMES[news.over.score[chapter.seat]])
        reason = news.look.game.reasons.get(news.over.reason)
        return f"{outcome} ({reason.to(lang)})" if reason else outcome
    return _(N_("waits for your orders")) if chapter.is_asked else _(N_("goes on without you"))


def block(
    match: int,
    seat: str,
    turn: int,
    game_id: str,
    opponent: str,
    lang: Lang,
    samples: Sequence[str] = (),
) -> str:
    """A block to be filled in; what is not to be sent stands behind a `;`."""
    _ = translations(lang).gettext
    hint = _(N_("; against {name}")).format(name=opponent)
    if samples:
        hint = _(N_("{hint}, e.g. {order}")).format(hint=hint, order=samples[0])
    key = orders_key(settings().key(), match, turn, seat)
    lines = (f"game {game_id}", f"turn {turn}", f"key {key}", shortened(hint, WIDTH), "end")
    return "\n".join(lines)
