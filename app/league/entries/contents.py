"""The contents of a submission, with the problems of its texts and its build in its season."""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlmodel import Session

from app.engine import Build, Ruleset
from app.engine.lists import team_in
from app.engine.workshop.call import CardBuild
from app.errors import BuildUnreadable, Problem
from app.games import is_installed
from app.league.eligibility import sides
from app.league.entries import characters
from app.league.matches import scripts
from app.league.matches.settings import config_of, rules_of
from app.store.own import builds
from app.store.tables import Player, Revision, Season
from app.text.characters import text_too_long
from app.tournament.blocks import build_of

_ON_SHELF: Final = re.compile(
    r"(?:my\s)?(?:deck|build|デッキ|構成)[\s:：「“\"]*(?P<name>.+?)[」”\"]?",
    re.IGNORECASE | re.DOTALL,
)
MOST_BUILD: Final = 4 * 1024
"""Bytes of a build, with names of its slots and remarks. Of a longer text it would take long to find every fault."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A player's submission; `build` in any notation of the game, `extras` as `characters.extras` makes them.

    Names of slots may stand in the build as well.
    """

    name: str
    build: str
    owner: str = ""
    lore: str = ""
    url: str = ""
    extras: dict[str, Any] = field(default_factory=dict)


def again(played: Revision) -> Submission:
    """An earlier submission for another season, with its build by the names of its cards."""
    parts = {name: getattr(played, name) for name in ("name", "build", "owner", "lore", "url")}
    sent, season = Submission(**parts, extras=dict(played.extras)), played.entry.season
    if is_installed(season.game, season.rules_version):
        cards = build_of(season.game, season.rules_version, played.build).cards
        sent = replace(sent, build=", ".join(cards))
    return sent


def wording(submission: Submission) -> list[Problem]:
    """The problems of the texts around the build."""
    tag = team_in(submission.name)
    return [
        *([Problem("team-tag", tag=tag)] if tag else ()),
        *characters.name_problems(submission.name),
        *characters.owner_problems(submission.owner),
        *characters.lore_problems(submission.lore),
        *characters.url_problems(submission.url),
    ]


def tagged(season: Season, submission: Submission) -> Submission:
    """The submission with the side that a tag beside its build or its name says; as it is in a season without sides."""
    if not season.sides:
        return submission
    of_build, build = sides.side_beside(submission.build)
    of_name, name = sides.side_beside(submission.name)
    extras = sides.brought(of_build or of_name) | submission.extras
    return replace(submission, name=name, build=build, extras=extras)


def read(
    session: Session, season: Season, submission: Submission, problems: list[Problem]
) -> Build:
    """The build, or an empty one if its problems have been added to `problems`.

    The problems of the names of its slots and of its words are added as well.
    """
    game = rules_of(session, season)
    build, slots, known = Build(()), game.sizes[-1], None
    try:
        known = build = replace(read_build(game, submission.build), name=None)
        slots = len(build.cards)
    except BuildUnreadable as refusal:
        found = _without_team(game, submission.build.strip()) or refusal.problems
        problems += [*found, *_hidden(game.read_build, game, submission.build, refusal.problems)]
    problems += scripts.problems(submission.extras, game, config_of(session, season), known)
    problems += sides.problems(sides.sides_of(season), submission.extras)
    problems += characters.contradictions(submission.extras, build)
    problems += characters.problems(characters.filled(submission.extras, build), slots)
    return build


def of_shelf(
    session: Session, season: Season, player: Player | None, submission: Submission
) -> Submission:
    """The submission with the build that its player keeps under the name that stands in its place, as in `deck Red`."""
    found = _ON_SHELF.fullmatch(submission.build.strip())
    for each in (
        builds.called(session, player, season.game, characters.name_key(found["name"]))
        if found and player
        else ()
    ):
        return replace(submission, build=each.build)
    return submission


def with_script(
    session: Session, season: Season, player: Player | None, submission: Submission
) -> tuple[Submission, list[Problem]]:
    """The submission with its side, and with the lines of the script that its standing orders name;
    and the problem of that name.
    """
    submission = of_shelf(session, season, player, tagged(season, submission))
    problems: list[Problem] = []
    with suppress(BuildUnreadable):
        if scripts.text_of(submission.extras, scripts.ORDERS):
            game, config = rules_of(session, season), config_of(session, season)
            build = read_build(game, submission.build)
            own = scripts.OwnScript(session, player, game, config, build)
            extras, problems = own.spelled_out(submission.extras)
            submission = replace(submission, extras=extras)
    return with_stories(rules_of(session, season), submission), problems


def with_stories(game: Ruleset, submission: Submission) -> Submission:
    """The submission of a card with all that its build tells but its rules: its author as its owner, its stories as its lore."""
    with suppress(BuildUnreadable):
        build = read_build(game, submission.build) if game.makes else None
        if isinstance(build, CardBuild):
            told = [each for each in build.stories if each not in submission.lore]
            return replace(
                submission,
                owner=submission.owner or build.author,
                lore="\n".join(filter(None, (submission.lore, *told))),
            )
    return submission


def read_build(game: Ruleset, text: str) -> Build:
    """The build that this text says.

    Raises `BuildUnreadable` with every problem; with that one alone if it is far too long.
    """
    return _read_by(game.read_build, text)


def read_with(read: Callable[[str], Build], game: Ruleset, text: str) -> Build:
    """Read the build in this text; also returns the problems that would remain if every unknown word were a card."""
    try:
        return _read_by(read, text)
    except BuildUnreadable as refusal:
        hidden = _hidden(read, game, text, refusal.problems)
        if not hidden:
            raise
        raise BuildUnreadable([*refusal.problems, *hidden]) from None


def _read_by(read: Callable[[str], Build], text: str) -> Build:
    if problem := text_too_long(text, MOST_BUILD):
        raise BuildUnreadable([problem])
    return read(text)


def _without_team(game: Ruleset, text: str) -> list[Problem]:
    """The problem of the team that stands before this build, and those of the build itself; none if none does."""
    tag = team_in(text)
    if not tag or not text.startswith(tag):
        return []
    found = [Problem("team-tag", tag=tag)]
    try:
        read_build(game, text.removeprefix(tag))
    except BuildUnreadable as refusal:
        found += refusal.problems
    return found


def _hidden(
    read: Callable[[str], Build], game: Ruleset, build: str, known: Sequence[Problem]
) -> list[Problem]:
    """The problems that a build has besides these once each word that is no card has become one: too many, or too few."""
    lines, ids = build.split("\n"), [card.id for card in game.cards]
    others = reversed(ids)  # a different one for each, so that none is there too often
    for problem in sorted(known, key=lambda each: (each.line, each.column), reverse=True):
        line, column, words = problem.line - 1, problem.column - 1, problem.words
        if problem.suggestions and words and 0 <= line < len(lines) and column >= 0:
            before, after = lines[line][:column], lines[line][column:]
            if after.startswith(words[0]):
                meant = problem.suggestions[0]
                card = meant if meant in ids else next(others, ids[0])
                lines[line] = f"{before}{card}{after.removeprefix(words[0])}"
    if lines == build.split("\n"):
        return []
    codes = {problem.code for problem in known}
    try:
        read("\n".join(lines))
    except BuildUnreadable as refusal:
        return [
            replace(each, line=0, column=0) for each in refusal.problems if each.code not in codes
        ]
    return []
