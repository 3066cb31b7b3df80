"""Letters that answer a request: the guide, the standings, a sparring, a wish."""

import re
from itertools import zip_longest
from typing import Any, Final
from urllib.parse import quote

from markdown_it import MarkdownIt
from markupsafe import Markup
from sqlmodel import Session

from app.engine import TERMS, Battle, Lang, Ruleset, TellingSheet
from app.games import ruleset, slugs
from app.i18n import N_, lang_of, number, translations
from app.league import visibility
from app.league.entries.characters import LABEL_NAMES, MOMENT_NAMES
from app.league.matches.settings import rules_of
from app.letters import tellings
from app.letters.characters import as_played, build_of, sample_of
from app.letters.links import opening_address, reply_to
from app.letters.render import one_line
from app.letters.replies.topics import TOPICS
from app.letters.reports.headlines import NAME_COLUMNS
from app.letters.reports.results import TableRow, run_of, table_lines, top
from app.notices.answers import Help, Spar, Standings, Wish
from app.settings import settings
from app.store import entrants
from app.store.tables import Letter, Revision, Season
from app.text.columns import WIDTH, fitted, shortened

MOST_STANDINGS: Final = 100
MOST_ENTRANTS: Final = 300

_TOLD_BYTES: Final = 16_000

_MARKDOWN: Final = MarkdownIt("commonmark").enable("table")
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_BOOKS: Final = ("rules", "cards")
"""The topics for which the rule books or the cards are written out."""
_DONE: Final = {
    "language": (
        N_("Our letters are in English now"),
        N_("From now on our letters to you are in English. To get them in Japanese, write “language: ja”."),
    ),
    "mute": (
        N_("Our letters are stopped"),
        N_("We now only answer what you send. To get our other letters again, write “unmute”."),
    ),
    "unmute": (
        N_("You get our letters again"),
        N_("You get reports, reminders and news again. To stop them, write “mute”."),
    ),
    "owner-page": (
        N_("You have an owner's page"),
        N_("A public page now shows your characters of all published seasons. Their pages link to it. To remove it, write “no owner page”."),
    ),
    "no-owner-page": (
        N_("Your owner's page is gone"),
        N_("Your characters no longer link to each other. To get a new page, at a new address, write “owner page”."),
    ),
    "text-only": (
        N_("Our letters are plain text now"),
        N_("Our letters to you are now plain text only. To get HTML as well, write “with html”."),
    ),
    "with-html": (
        N_("Our letters have HTML again"),
        N_("Our letters to you now have HTML as well as plain text. To leave it out, write “text only”."),
    ),
    "short-report": (
        N_("Your reports are short now"),
        N_("Your reports now have only the place, the table and the link. To read the battles too, write “full reports”."),
    ),
    "full-report": (
        N_("Your reports tell your battles again"),
        N_("Your reports now tell your battles in full. To get your last report in full, write “results”. To leave the battles out again, write “short reports”."),
    ),
    "daily-letter": (
        N_("One letter a day"),
        N_("Letters that can wait now come together, once a day at %(hour)s:00 (%(zone)s). Receipts, your turn and anything urgent still come at once. To get each letter by itself again, write “letters one by one”."),
    ),
    "single-letters": (
        N_("Each letter by itself"),
        N_("Each letter comes by itself again. To get one letter a day, write “daily letter at 7”."),
    ),
    "follow": (
        N_("You follow %(season)s"),
        N_("We will tell you how %(season)s ends. To stop that, write “unfollow %(season)s”."),
    ),
    "unfollow": (
        N_("You do not follow %(season)s any more"),
        N_("You no longer get news as a follower of %(season)s. To follow it again, write “follow %(season)s”."),
    ),
}  # fmt: skip
"""The subject and the words of an answer by the wish that is done."""


def guide(session: Session, letter: Letter, about: Help) -> dict[str, Any]:
    """One game with a build to begin with, and a button that sends it; or a form, the rule books or the cards, as the `topic` asks."""
    lang = lang_of(letter.lang)
    here = settings()
    meant = (ruleset(*each) for each in zip_longest(about.games, about.rules))
    games = [as_played(session, letter, each) or each for each in meant]
    open_ones = [] if letter.season_id else visibility.open_ones(session)
    shown = next((each for each in open_ones if each.game in about.games), None)
    game = rules_of(session, shown) if shown else games[0]
    _ = translations(lang).gettext
    terms = (games[0].terms if len(games) == 1 else TERMS).to(lang)
    sample = sample_of(game, lang)
    filled = {"Name": "", "Build": sample["sample_names"], "Lore": ""}
    if shown and len(open_ones) > 1:
        filled = {"Season": one_line(shown.title(lang)), **filled}
    form = [f"{_(label)}{_(': ')}" for label in filled]
    more = _more(games, lang)
    body = "\n".join(
        (*form, "", *more, "")
        if about.topic == "form"
        else (*map("".join, zip(form, filled.values(), strict=True)), "")
    )
    return {
        **sample,
        "topic": "question" if about.topic in TOPICS else about.topic,
        "game": game.title.to(lang),
        "sample_season": filled.get("Season", ""),
        "games": [_game(each, lang) for each in games if about.topic in _BOOKS],
        "form": form,
        "more": more,
        "duels": [each.title.to(lang) for each in map(ruleset, slugs())],
        "duel_address": opening_address(here),
        "form_link": f"mailto:{reply_to(letter, about, here.key(), here)}?subject={quote(_('Entry'))}&body={quote(body)}",
        "requests": [(word % terms, meaning % terms) for word, meaning in about.requests],
    }


def _game(game: Ruleset, lang: Lang) -> dict[str, Any]:
    book = _LINK.sub(r"\1", game.rules(lang))  # its places are on a page, not here
    return {
        "title": game.title.to(lang),
        "cards": [
            {
                "char": card.char,
                "number": card.number,
                "name": card.name.to(lang),
                "figures": " ".join(f"{label.to(lang)} {value}" for label, value in card.figures),
                "text": card.text.to(lang),
            }
            for card in game.cards
        ],
        "book": book.replace("**", ""),
        "book_html": Markup(  # noqa: S704 - a book of our own
            _MARKDOWN.render(book).replace("<h1>", "<h2>").replace("</h1>", "</h2>")
        ),
    }


def _more(games: list[Ruleset], lang: Lang) -> list[str]:
    """The optional labels of an entry, empty."""
    _ = translations(lang).gettext
    slots = range(1, max([1, *(game.sizes[-1] for game in games if game.is_ordered)]) + 1)
    names = [_("Flavour {place}").format(place=place) for place in slots]
    others = map(_, (*MOMENT_NAMES.values(), *LABEL_NAMES.values()))
    return [f"{label}{_(': ')}" for label in (_("Owner"), *names, *others)]


def standings(session: Session, letter: Letter, _about: Standings) -> dict[str, Any]:
    """The table of a season that is over, or the list of participants of one that is not."""
    table: list[TableRow] = []
    names: list[str] = []
    if letter.run_id:
        run = run_of(session, letter)
        table, count = top(run, MOST_STANDINGS), len(run.participants)
    else:
        season = session.get_one(Season, letter.season_id)
        listed = entrants.of_season(session, season, lang_of(letter.lang), letter.player_id)
        names = [one_line(each.name) for each in listed]
        count = len(names)
    return {
        "table": table,
        "table_lines": table_lines(table),
        "names": names[:MOST_ENTRANTS],
        "count": count,
        "is_over": bool(letter.run_id),
    }


def spar(_session: Session, letter: Letter, about: Spar) -> dict[str, Any]:
    """How the build fared against each opponent, and the closest of these bouts told."""
    lang = lang_of(letter.lang)
    game, titles = ruleset(about.game, about.rules), about.titles
    _ = translations(lang).gettext
    mine = game.read_build(about.build)
    bouts: list[dict[str, Any]] = [
        {
            "name": one_line(bout.name) or _("House build {number}").format(number=number),
            "mark": bout.mark,
            "ending": game.ending(bout.reason, lang),
            "battle": (
                None if bout.build is None else game.play(mine, game.read_build(bout.build))
            ),
        }
        for number, bout in enumerate(about.bouts, 1)
    ]
    for bout in bouts:
        bout["course"] = _course(game, bout["battle"], lang)
    marks = {"won": _("W"), "drawn": _("D"), "lost": _("L")}
    tally = [sum(b["mark"] == mark for b in bouts) for mark in ("won", "drawn", "lost")]
    return {
        "name": one_line(about.name),
        "build": build_of(game, mine, lang),
        "against": one_line(titles[0 if lang == "ja" else 1]) if titles else "",
        "bouts": bouts,
        "bout_lines": fitted(
            [[marks[b["mark"]], b["name"], b["ending"], *b["course"]] for b in bouts],
            1,
            columns=WIDTH - 2,
        ),
        "marks": marks,
        "tally": tally,
        "closest": _closest(game, one_line(about.name) or _("Your build"), bouts, lang),
    }


def _course(game: Ruleset, battle: Battle | None, lang: Lang) -> tuple[str, str]:
    """The life of both sides at the end, and when that was."""
    if battle is None:
        return "", ""
    return (
        f"{game.life.name.to(lang)} {number(battle.hp[0])} : {number(battle.hp[1])}",
        translations(lang).gettext("%(turn)s %(num)s")
        % {"turn": game.terms.turn.to(lang), "num": battle.turn},
    )


def _closest(
    game: Ruleset, name: str, bouts: list[dict[str, Any]], lang: Lang
) -> dict[str, Any] | None:
    """The story of the closest bout; of several equally close ones, the longest."""
    told = [each for each in bouts if each["battle"] and each["battle"].turn]
    if not told:
        return None
    bout = min(
        told,
        key=lambda each: (abs(each["battle"].hp[0] - each["battle"].hp[1]), -each["battle"].turn),
    )
    sheets = (
        TellingSheet(shortened(name, NAME_COLUMNS)),
        TellingSheet(shortened(bout["name"], NAME_COLUMNS)),
    )
    telling = tellings.tell(game, bout["battle"], *sheets, lang, _TOLD_BYTES)
    return {"name": sheets[0].name, "opponent": sheets[1].name, "telling": telling}


def wish(session: Session, letter: Letter, about: Wish) -> dict[str, Any]:
    """The wish, and its outcome in words if it is done; with the page across seasons, if they have not taken it away since."""
    lang = lang_of(letter.lang)
    token = letter.player.owner_page if about.wish == "owner-page" and about.is_done else ""
    revision = session.get(Revision, letter.revision_id) if letter.revision_id else None
    season = session.get(Season, letter.season_id) if letter.season_id else None
    told = {
        "hour": letter.player.daily_hour,
        "zone": settings().timezone,
        "season": one_line(season.title(lang)) if season else "",
    }
    return {
        "owner_page": f"{settings().base_url}/{lang}/owners/{token}" if token else "",
        "done": [translations(lang).gettext(each) % told for each in _DONE[about.wish]]
        if about.is_done
        else None,
        "name": one_line(revision.name) if revision else "",
    }
