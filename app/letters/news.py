"""Letters that answer no mail: a season opens, its deadline nears, it has ended; and all of duels."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup
from sqlmodel import Session

from app.engine import Mark, Side
from app.errors import RulesNotInstalled
from app.games import fought, is_installed, ruleset
from app.i18n import N_, lang_of, moment, number, ordinal, translations, twice
from app.league import visibility
from app.league.duels.settings import choices
from app.league.matches.settings import rules_of
from app.league.own import away, shelf
from app.league.problems import explain
from app.league.results.results import finished
from app.league.seasons import calling_off, news as league_news
from app.league.timetable import nights
from app.letters import durations, links
from app.letters.characters import sample_of
from app.letters.render import one_line
from app.letters.replies.curt import MOST_BUILD, unlinked
from app.letters.reports import headlines, results
from app.notices.about import About
from app.notices.answers import DuelAnswer, OwnAnswer
from app.notices.news import (
    Announcement,
    Bulletin,
    CalledOff,
    Changed,
    Deadline,
    Digest,
    DuelNews,
    Lacking,
    OwnNews,
    Paused,
    Reminder,
)
from app.settings import settings
from app.store import entrants, entries, seasons
from app.store.matches import exchanges
from app.store.own import builds, groups
from app.store.results import runs
from app.store.tables import Letter, Player, RevisionState, Run, Season, SeasonState


def duel(_session: Session, letter: Letter, about: DuelNews) -> dict[str, Any]:
    """The addresses that go with its fields, and every problem in words."""
    here, lang = settings(), lang_of(letter.lang)
    key, number = here.key(), about.duel
    say = unlinked if letter.deliverer else one_line
    game = ruleset(about.game, about.rules) if is_installed(about.game, about.rules) else None
    problems = about.problems if isinstance(about, DuelAnswer) else ()
    return {
        "me": say(about.me),
        "other": say(about.other),
        "due": about.deadline,  # `deadline` is that of a season, in every letter
        "sent": one_line(about.sent) if isinstance(about, DuelAnswer) else "",
        "seal": about.seal if isinstance(about, DuelAnswer) else "",
        "problems": [one_line(explain(each, lang, about.game, about.rules)) for each in problems],
        "title": game.title.to(lang) if game else about.game,
        "is_usual": bool(letter.mail_id and game and game.duel),
        "counts": (game.duel.open_cards, game.duel.cards) if game and game.duel else (0, 0),
        "settings": [
            (each.label.to(lang), each.named(about.config).to(lang))
            for each in (choices(game) if game else ())
        ],
        "lines": [
            unlinked(line, MOST_BUILD) if letter.deliverer else line
            for line in map(_line, about.builds, (about.me, about.other))
        ],
        "invitation": links.duel_page(number, "invitation", key, here, lang),
        "invitation_address": links.duel_address(number, "invitation", key, here),
        "battle": links.duel_page(number, "result", key, here, lang) + "/battles/1-2",
    }


def own(session: Session, letter: Letter, about: OwnNews) -> dict[str, Any]:
    """All the news in words; an answer also has the groups and builds of its reader."""
    lang = lang_of(letter.lang)
    is_answer = isinstance(about, OwnAnswer)
    problems, game = (about.problems, about.game) if isinstance(about, OwnAnswer) else ((), None)
    times = away.told(session, letter.player, letter.created_at) if is_answer else []
    states = (N_("“%(group)s” (%(game)s) invites you."), N_("You are in “%(group)s” (%(game)s)."))
    return {
        "said": [one_line(explain(each, lang)) for each in about.said],
        "problems": [one_line(explain(each, lang, game)) for each in problems],
        "asks": next(
            iter({each.code for each in about.said} & {"group-invite-told", "challenge-told"}), ""
        ),
        "is_answer": is_answer and not any(each.code.startswith("away") for each in about.said),
        "away": [[one_line(explain(each, lang)) for each in those] for those in times],
        "groups": [
            translations(lang).gettext(states[bool(seat.member_of)])
            % {"group": one_line(group.name), "game": fought(group.game).title.to(lang)}
            for group, seat in groups.of_player(session, letter.player)
        ],
        "builds": [
            (
                one_line(each.name),
                fought(each.game).title.to(lang),
                each.is_active,
                bool(shelf.faults(each)),
            )
            for each in builds.of_player(session, letter.player)
        ],
    }


def _line(build: str, name: str) -> str:
    """The build and its character as a line of a list."""
    return one_line(build if "/" in build else f"{build}/{name}")


_TAGS: Final = {
    *("p", "br", "hr", "em", "strong", "code", "pre", "blockquote", "a", "ul", "ol", "li"),
    *("h3", "h4", "h5", "h6"),
}


def html(text: str) -> Markup:
    """The text as HTML; its links lead to web pages alone."""
    clean = nh3.clean(
        _reader().render(text.replace("\n# ", "\n### ").replace("\n## ", "\n### ")),
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes={"http", "https"},
    )
    return Markup(clean)  # noqa: S704 - cleaned in the line above


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": 20})
    return reader.disable(["image", "html_block", "html_inline", "reference"])


MOST_IN_DIGEST: Final = 10
MOST_DESCRIPTION: Final = 2_000
"""Characters of a season's description in a letter."""


def opened(session: Session, letter: Letter, _about: About) -> dict[str, Any]:
    """The season's game, and how its builds are written."""
    lang = lang_of(letter.lang)
    season = session.get_one(Season, letter.season_id)
    game = rules_of(session, season)
    return {
        "game": game.title.to(lang),
        "game_slug": game.slug,
        "rules_version": ""
        if game.rules_version == ruleset(game.slug).rules_version
        else game.rules_version,
        "description": _beginning(season.description(lang)),
        "duration": durations.of_season(session, season, lang, settings().zone),
        **sample_of(game, lang),
    }


def _beginning(text: str) -> str:
    """The beginning of a description, as much as fits into a letter. The season's page has all of
    it.
    """
    if len(text) <= MOST_DESCRIPTION:
        return text.strip()
    return text[:MOST_DESCRIPTION].rpartition("\n")[0].strip() + "\n\n…"


def changed(_session: Session, letter: Letter, about: Changed) -> dict[str, Any]:
    """Each change in a line, and its reason."""
    lang, zone = lang_of(letter.lang), settings().zone
    lines = [one_line(league_news.changed(each, lang, zone)) for each in about.changes]
    return {"changes": lines, "is_ours": about.reason in league_news.OURS}


def deadline(_session: Session, _letter: Letter, about: Deadline) -> dict[str, Any]:
    """Whether its reason is one of ours."""
    return {"is_ours": about.reason in league_news.OURS}


def called_off(session: Session, letter: Letter, about: CalledOff) -> dict[str, Any]:
    """Why, and the season that takes entries next, with its page and its deadline."""
    lang, here = lang_of(letter.lang), settings()
    target = session.get(Season, about.following) if about.following else None
    closes_at = target and target.closes_at
    return {
        "reason": league_news.why(about.reason, lang),
        "names": [one_line(each) for each in about.names],
        "following": one_line(target.title(lang)) if target else "",
        "following_page": links.season_page(target, lang, here) if target else "",
        "following_deadline": twice(closes_at, lang, here.zone) if closes_at else "",
    }


def lacking(_session: Session, letter: Letter, about: Lacking) -> dict[str, Any]:
    """Until when it can be decided, in words."""
    return {"until": about.until and twice(about.until, lang_of(letter.lang), settings().zone)}


def paused(session: Session, letter: Letter, about: Paused) -> dict[str, Any]:
    """The titles of the seasons, each with its current deadline for entries and the next one for
    orders.
    """
    lang, zone = lang_of(letter.lang), settings().zone
    found = filter(None, (seasons.with_slug(session, each) for each in about.seasons))
    return {
        "found": [
            (one_line(each.title(lang)), [moment(at, lang, zone) for at in _to_come(session, each)])
            for each in found
        ]
    }


def _to_come(session: Session, season: Season) -> list[datetime]:
    closes_at = season.closes_at if season.state is SeasonState.OPEN else None
    return (
        [closes_at]
        if closes_at
        else [each.deadline for each, _ in exchanges.agenda(session, season)][:1]
    )


def announcement(_session: Session, letter: Letter, about: Announcement) -> dict[str, Any]:
    """The words in its reader's language; in the other one if there are no others, which it says."""
    lang = lang_of(letter.lang)
    subject, text, written = about.to(lang)
    return {
        "words_subject": one_line(subject),
        "words": "\n".join(one_line(line) for line in text.strip().split("\n")),
        "words_html": html(text),
        "written": written,
        "is_other": written != lang,
    }


@dataclass(frozen=True, slots=True)
class _Bout:
    """A battle of the reader's in a night: `mark` is `won`, `drawn` or `lost`."""

    round: str
    mark: Mark
    name: str
    opponent: str


def bulletin(session: Session, letter: Letter, about: Bulletin) -> dict[str, Any]:
    """The reader's battles in the rounds of this night, and their places by all that is out with it."""
    lang = lang_of(letter.lang)
    season = session.get_one(Season, letter.season_id)
    run = session.get_one(Run, letter.run_id)
    found = nights.after(session, season, run, about.last, lang)
    own = {
        each.number for each in entrants.of_run(session, run) if each.player_id == letter.player_id
    }
    bouts = [
        _Bout(found.name(number, lang), mark, one_line(me.name), one_line(other.name))
        for number in range(about.first, about.last + 1)
        for meeting in found.round(number)
        for me, other, mark in (
            (meeting.home, meeting.away, _mark(meeting.winner, Side.HOME)),
            (meeting.away, meeting.home, _mark(meeting.winner, Side.AWAY)),
        )
        if me.number in own
    ]
    ends = dict.fromkeys((about.first, about.last))
    return {
        "rounds": " – ".join(found.name(each, lang) for each in ends),
        "bouts": bouts,
        "lines": [
            (one_line(line.name), line.place, line.points)
            for line in found.lines
            if line.number in own
        ],
        "count": len(found.lines),
    }


def _mark(winner: Side | None, side: Side) -> Mark:
    if winner is None:
        return "drawn"
    return "won" if winner == side else "lost"


def reminder(session: Session, letter: Letter, about: Reminder) -> dict[str, Any]:
    """The time left when it is written, and the characters that its reader has not confirmed."""
    season = session.get_one(Season, letter.season_id)
    own = entries.of_player(session, season, session.get_one(Player, letter.player_id))
    sent = [each for entry in own for each in entries.revisions(session, entry)]
    held = {each.entry_id: each for each in sent if each.state is RevisionState.HELD}
    left = (season.closes_at or letter.created_at) - letter.created_at
    return {
        "hours": round(left / timedelta(hours=1)),
        "held": [one_line(each.name) for each in held.values()],
        "count": entrants.counts(session).get(season.id or 0, 0),
        "minimum": calling_off.lacking(session, season) and season.decisions["minimum"],
        "last": _last_time(session, season, letter),
        **opened(session, letter, about),
    }


def _last_time(session: Session, season: Season, letter: Letter) -> dict[str, str] | None:
    """The reader's character in the last published season of this game, the season, and its place."""
    lang = lang_of(letter.lang)
    for before in visibility.listed(seasons.with_results(session)):
        if before.game == season.game and before.id != season.id:
            try:
                run = finished(session, before, session.get_one(Run, before.published_run_id))
            except RulesNotInstalled:
                return None
            if letter.player_id not in run.by_player:
                return None
            me = run.own(letter.player_id)
            return {
                "name": headlines.short(run, me),
                "season": one_line(before.title(lang)),
                "place": ordinal(run.standing(me).place, lang),
                "count": number(len(run.participants)),
            }
    return None


def digest(session: Session, letter: Letter, _about: Digest) -> dict[str, Any]:
    """The first lines of the table, and the digest that it can be checked by."""
    run = results.run_of(session, letter)
    best = results.top(run, MOST_IN_DIGEST)
    season_run = session.get_one(Run, letter.run_id)
    return {
        "table": best,
        "table_lines": results.table_lines(best),
        "late": results.late_lines(session, letter),
        "battles": runs.battles(season_run),
        "digest": run.digest,
        "word": season_run.word,
    }
