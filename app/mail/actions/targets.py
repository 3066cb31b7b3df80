"""The season and the build that a mail means, and the player's own entry there."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from app.engine import Build
from app.errors import BuildUnreadable, FieldName, Problem, RulesNotInstalled, SubmissionRejected
from app.games import is_installed, ruleset
from app.league import visibility
from app.league.entries import characters, contents, rosters
from app.league.entries.characters import MAX_LORE
from app.league.entries.contents import Submission
from app.mail.actions import amendments
from app.mail.case.case import Case, Plain
from app.mail.case.season_names import season_in
from app.mail.inbox.message import ReadMail
from app.mail.reading.form.card_words import build_words
from app.mail.reading.form.entry_form import EntryForm
from app.store import entries, seasons
from app.store.tables import Entry, Revision, Season, SeasonState

_MOST_NAMED: Final = 10
"""Seasons that an answer suggests."""


def understood(form: EntryForm, mail: ReadMail, build: Build | None = None) -> Plain:
    """The contents of the mail as we understood them, with the build if a game can read it.

    No longer text is kept than a letter may show: the mail itself has the rest.
    """
    extras = form.extras
    return {
        "name": form.name,
        "build": list(build.cards) if build and form.build_text is not None else None,
        "build_text": form.build_text and form.build_text[:MAX_LORE],
        "lore": (form.lore or "")[:MAX_LORE],
        "owner": form.owner,
        "url": form.url,
        **(characters.filled(extras, build) if build else extras),
        "season": form.season,
        "lang": mail.lang,
    }


def read(words: str, game: str, version: str) -> Build | None:
    """The build that these words say by these rules; None if they say none, or the rules are not there."""
    with suppress(BuildUnreadable, RulesNotInstalled):
        return contents.read_build(ruleset(game, version), words)
    return None


def build_in(form: EntryForm, game: str, version: str) -> Build | None:
    """The build that is filled in, if it is one by these rules."""
    if form.build_text is None or not is_installed(game, version):
        return None
    return read(build_words(form.build_text, ruleset(game, version)), game, version)


def sent_to(season: Season, form: EntryForm) -> Submission:
    """What the form says, as a submission to this season."""
    return Submission(
        name=form.name or "",
        build=build_words(form.build_text or "", ruleset(season.game, season.rules_version)),
        owner=form.owner or "",
        lore=form.lore or "",
        url=form.url or "",
        extras=form.extras,
    )


def repeated(form: EntryForm) -> list[Problem]:
    """A problem for each field that stands there twice with other words."""
    return [Problem("repeated-field", field=FieldName(name)) for name in form.repeated]


def incomplete_in(form: EntryForm) -> list[Problem]:
    """The problems of the form itself: of fields, and that it has no build."""
    incomplete = repeated(form)
    if form.build_text is None:
        incomplete.append(Problem("no-build"))
    return incomplete


def season_named(case: Case, those: Sequence[Season] = ()) -> Season | None:
    """The season that the mail names, if it names one: an open one before others of its name.

    In its sentences one of `those` may be named; of all that the player may know of, if none are given.
    """
    name = case.form.season
    if name is None:
        every = seasons.every(case.session) if case.request.places and not those else ()
        return season_in(case.request.places, those or known(case, every))
    called, open_those = seasons.called(case.session, name), open_ones(case)
    meant = next((each for each in called if each.state is SeasonState.OPEN), None)
    if found := meant or next(iter(called), None) or season_in([name], open_those):
        return found
    there_are = titles(case, open_those)
    raise SubmissionRejected([Problem("unknown-season", season=name, suggestions=there_are)])


def season_to_follow(case: Case) -> Season:
    """The public season, not over, that the mail names with its wish or by the way, else that of its address, else the only open one.

    Raises `SubmissionRejected` where there is none.
    """
    shown = visibility.public_seasons(case.session)
    said = next(filter(None, (each.part("season") for each in case.request.said)), None)
    if said:
        named = (each for each in seasons.called(case.session, said) if each in shown)
        season = next(named, None) or season_in([said], shown)
    else:
        season = case.season or season_named(case) or only_open(case)
    if season and not visibility.is_public(season):
        return season
    going = [each for each in shown if not visibility.is_public(each)][:_MOST_NAMED]
    code = "follow-late" if season else "follow-what" if said else "which-follow"
    name = titles(case, [season])[0] if season else said or ""
    raise SubmissionRejected([Problem(code, season=name, suggestions=titles(case, going))])


def known(case: Case, those: Iterable[Season]) -> list[Season]:
    """Those that the player may hear of unasked: they are listed, or have an entry of the player."""
    return [
        each
        for each in those
        if visibility.listed([each]) or entries.of_player(case.session, each, case.player)
    ]


def open_ones(case: Case) -> list[Season]:
    """The seasons that take entries, of those."""
    return known(case, seasons.open_ones(case.session))


def season_to_enter(case: Case, those: Sequence[Season]) -> Season:
    """The season that is meant: the one named, else the only open one, or the only one that can play the build."""
    if len(those) == 1 and case.form.season is None:
        return those[0]
    if named := season_named(case, those):
        return named
    fitting = [each for each in those if build_in(case.form, each.game, each.rules_version)]
    if len(fitting) == 1:
        return fitting[0]
    code = "which-season" if those else "no-season"
    raise SubmissionRejected([Problem(code, suggestions=titles(case, those))])


def titles(case: Case, those: Sequence[Season]) -> tuple[str, ...]:
    """The titles of these seasons in the language of the mail; their slugs where titles are the same."""
    is_japanese = case.mail.lang == "ja"
    titles = [season.title_ja if is_japanese else season.title_en for season in those]
    return tuple(
        title if titles.count(title) == 1 else season.slug
        for title, season in zip(titles, those, strict=True)
    )


def own_entry(case: Case) -> tuple[Entry, Revision]:
    """The player's entry and its standing revision, in the season that is meant, else in the newest that has one.

    Raises `SubmissionRejected` if it is not clear which of several is meant.
    """
    season, those = own_named(case)
    if len(those) > 1:
        raise SubmissionRejected([rosters.which(season, those)])
    return those[0].entry, those[0]


def own_named(case: Case) -> tuple[Season, list[Revision]]:
    """The season, and what stands there of the player: the only one, else those of several that the mail names."""
    meant = case.season or season_named(case)
    for season in [meant] if meant else seasons.every(case.session):
        standing = rosters.standing(case.session, season, case.player)
        if standing:
            case.notes(season=season.slug)
            those = standing if len(standing) == 1 else amendments.named(case, standing)
            if not those:
                raise SubmissionRejected([rosters.which(season, standing)])
            return season, those
    raise SubmissionRejected([Problem("no-own-entry")])


def only_open(case: Case) -> Season | None:
    """The season that takes entries, if there is only one."""
    those = open_ones(case)
    return those[0] if len(those) == 1 else None


def only_entered(case: Case) -> Season | None:
    """The season that takes entries and has one of the player's, if there is only one."""
    mine = [each for each in open_ones(case) if entries.of_player(case.session, each, case.player)]
    return mine[0] if len(mine) == 1 else None
