"""Letters about matches: how orders were understood, and more time; those about turns are in `turns`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice, zip_longest
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlmodel import Session

from app.engine import Lang
from app.engine.matches.game import Action, Game
from app.engine.matches.menus import Menu
from app.engine.matches.orders import mistakes
from app.engine.matches.orders.wording import in_language
from app.engine.words import Words
from app.errors import Problem
from app.games import ruleset
from app.i18n import N_, day, lang_of, translations, twice
from app.league.entries import seats as league_seats
from app.league.matches import settings as match_settings, spectators, views
from app.league.matches.views import Look
from app.league.people.tokens import orders_key
from app.league.problems import explain
from app.letters.render import one_line
from app.letters.replies.curt import MOST_PROBLEM, unlinked
from app.notices.answers import Orders, Reading
from app.notices.news import Chapter, Extended, SeatNews
from app.settings import settings
from app.store.matches import seats
from app.store.tables import Letter, Match, Season, Takeover
from app.text.columns import WIDTH, shortened, width

NAME_COLUMNS: Final = 40
MOST_SAMPLES: Final = 6
_MOST_NOTIONS: Final = 24
_WORD: Final = re.compile(r"[^\s,、>]+")


def extended(session: Session, letter: Letter, about: Extended) -> dict[str, Any]:
    """The matches with another deadline, and which."""
    when = clock(session, session.get(Season, letter.season_id), lang_of(letter.lang))
    return {
        "names": about.matches,
        "asked": about.asked,
        "day": day(about.after, lang_of(letter.lang), when.keywords["zone"]),
        "before": when(about.before),
        "after": when(about.after),
    }


def seat(session: Session, letter: Letter, about: SeatNews) -> dict[str, Any]:
    """The seat as spectators may see it, with the player who took it over or was asked to."""
    lang, season = lang_of(letter.lang), session.get(Season, letter.season_id)
    asked = session.get(Takeover, about.takeover)
    id_, when = asked.entry_id if asked else 0, clock(session, season, lang)
    who = spectators.players(session, season, {id_}, lang)[id_] if asked and season else None
    is_offered = about.event == "offered"
    own = seats.called(session, season, letter.player) if season and is_offered else ""
    return {
        "name": one_line(who.name) if who else "",
        "called": one_line(own or (asked.name if asked else "")),
        "until": when(asked.due_at) if asked and asked.due_at else "",
        "is_former": asked is not None and asked.former_id == letter.player_id,
        "standing": league_seats.standing(session, id_, lang) if is_offered else [],
    }


def orders(session: Session, letter: Letter, about: Orders) -> dict[str, Any]:
    """Every match of a mail, with its orders as understood, or their problems."""
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
                "opponent": between(each.own, each.opponent),
                "turn": each.turn,
                "orders": say(each.orders),
                "first": _first(replace(each, first=say(each.first)), lang)
                if each.first.casefold() != each.orders.casefold()
                else "",
                "sha256": each.sha256,
                "deadline": each.deadline and when(each.deadline),
                "is_ended": each.is_ended,
                "is_extended": each.is_extended,
                "problems": [*_problems(each, lang)],
                "more": each.more,
                "again": _once_more(session, each, lang) if each.problems and each.seat else {},
                "stands": say(each.stands),
                "ahead": each.ahead,
            }
            for each in about.readings
        ],
        "goes_on": any(
            each.sha256 and not each.is_ended and "then " not in each.orders
            for each in about.readings
        ),
        "is_table": len(about.readings) > 1 and all(each.sha256 for each in about.readings),
        "taken": sum(bool(each.sha256) for each in about.readings),
        "refused": sum(
            any(problem.code != "orders-as-ours" for problem in each.problems)
            for each in about.readings
        ),
    }


def _once_more(session: Session, reading: Reading, lang: Lang) -> dict[str, str]:
    """The block to fill in again, for the turn of the match at that time, and the orders the house would give."""
    look = views.look(session, session.get_one(Match, reading.match), reading.seat or None, lang)
    return {
        "blank": block(reading, reading.game_id, reading.opponent, lang),
        "suggestion": suggested(look, lang),
    }


def suggested(look: Look, lang: Lang) -> str:
    """What the house would order, in a line."""
    return " / ".join(in_language(look.suggestion, look.game, lang).split("\n"))


def _first(reading: Reading, lang: Lang) -> str:
    """What the orders would do first, in a sentence."""
    _ = translations(lang).gettext
    first = " / ".join(reading.first.split("\n"))
    match reading.first_by:
        case "plan" | "standing" if first:
            return _(N_("Your first move would be “{order}”.")).format(order=first)
        case "auto" if first:
            return _(N_("The house would begin for you with “{order}”.")).format(order=first)
        case "ask":
            return _(N_("The match would first stop and ask you."))
    return ""


def _problems(reading: Reading, lang: Lang) -> Iterator[tuple[str, str, str]]:
    """Each problem as a sentence, with the line as typed and a mark under the wrong word."""
    for problem, quote in zip_longest(reading.problems, reading.quotes, fillvalue=""):
        if isinstance(problem, Problem):
            words = shortened(one_line(_explained(problem, lang)), MOST_PROBLEM)
            # All others speak of orders of their reader, and `my.hand` is no link.
            is_strange = problem.code == "orders-not-yours"
            line = shortened(one_line(str(quote)), WIDTH - 4)
            mark = _mark(str(quote), problem.column) if line == quote else ""
            yield unlinked(words, MOST_PROBLEM) if is_strange else words, line, mark


def _mark(line: str, column: int) -> str:
    """Strokes under the word that begins in this column; none if none does."""
    word = _WORD.match(line, column - 1) if column else None
    return " " * width(line[: column - 1]) + "^" * width(word[0]) if word else ""


def _explained(problem: Problem, lang: Lang) -> str:
    try:
        return mistakes.explain(problem, lang)
    except KeyError:
        return explain(problem, lang)


def clock(session: Session, season: Season | None, lang: Lang) -> partial[str]:
    """How a letter says the deadlines of a season."""
    return partial(twice, lang=lang, zone=zone_of(session, season))


def zone_of(session: Session, season: Season | None) -> ZoneInfo:
    """The deadlines of a season are in its own zone."""
    found = match_settings.settings_of(session, season) if season else None
    return ZoneInfo(found.zone) if found else settings().zone


def between(own: str, opponent: str) -> str:
    """The opponent; where a player may have several characters, the own one and the opponent."""
    return f"{short(own)} – {short(opponent)}" if own else short(opponent)


def short(name: str) -> str:
    """The name in a line of a letter."""
    return shortened(one_line(name), NAME_COLUMNS)


def samples_of(look: Look, lang: Lang, best: Action | None) -> dict[str, str]:
    """Some orders for the first decision that waits, each with its text on the page.

    The alternatives to the best one come first, then one of each menu that a page would have.
    """
    decision, options = next(iter(look.decisions), (None, None))
    asked = options or (look.game.foreseen(look.view) or (None, ()))[1]
    notions = look.game.notions(look.view, best) if best else ()
    legal = (each for each in islice(notions, _MOST_NOTIONS) if each in asked)
    lines = [look.game.ordered(each, look.view) for each in legal]
    menus = look.game.menus(look.view, decision, options, lang)
    if decision is None or not lines:
        most = MOST_SAMPLES if len(menus) == 1 else 1
        lines = lines[:2]
        for menu in menus:
            lines += (_typed(line, menu, look.game) for line in islice(_sample(menu), most))
    said = {each.order: each.label for menu in menus if not menu.verb for each in menu.choices}
    return {line.to(lang): said.get(line.en, "") for line in [*dict.fromkeys(lines)][:MOST_SAMPLES]}


def _typed(line: str, menu: Menu, game: Game[Any]) -> Words:
    """A line of this menu as it is written there in either language: behind a verb in canonical words."""
    verb = menu.verb if line != menu.none else ""
    order = in_language(verb or line, game, "ja")
    return Words(order + line.removeprefix(verb) if verb else order, line)


def _sample(menu: Menu) -> Iterator[str]:
    """Harmless orders of one line from the menu; those with a stated effect alone, if there are any."""
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


def block(about: Chapter | Reading, game_id: str, opponent: str, lang: Lang) -> str:
    """A blank block of orders. Lines behind `;` are not sent."""
    _ = translations(lang).gettext
    key = orders_key(settings().key(), about.match, about.turn, about.seat)
    hint = shortened(
        _(N_("; against {name}: orders here, one per line")).format(name=opponent), WIDTH
    )
    return "\n".join((f"game {game_id}", f"turn {about.turn}", f"key {key}", hint, "end"))
