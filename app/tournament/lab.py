"""Play a round robin of a pasted list, without a season."""

import base64
import hmac
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Final

from pydantic import BaseModel

from app.engine import NOT_PLAYED, Build, Lang, Ruleset, Words
from app.engine.lists import MAX_BUILDS, ListedBuild, explain_list, read_list
from app.errors import ListUnreadable, Problem
from app.i18n import translations
from app.text.characters import lines_of, text_too_long
from app.tournament import spreadsheets
from app.tournament.blocks import full_rows, play_block
from app.tournament.cache import IN_TURN, Cache
from app.tournament.full_table import Entrant, FullTable, StandingLine
from app.tournament.scoring import Scoring
from app.tournament.standings import standings
from app.tournament.tiebreaks import Facts

MOST_AT_ONCE: Final = 500
"""The most characters of a list that a page waits for."""
MOST_BYTES: Final = 128 * 1024
"""The most bytes of such a list in UTF-8, since it is stored for every sender."""
ANSWER_SECONDS: Final = 2
"""About how many seconds a list may take to play, at the pace of its game."""

_TOKEN_BYTES: Final = 15

_UNNAMED = Words("(カードなし)", "(no cards)")
_ON_LINE = Words("{name}({line}行目)", "{name} (line {line})")


_HEADS = (
    Words("順位", "Place"),
    Words("名前", "Name"),
    Words("勝点", "Points"),
    Words("勝-分-敗", "W-D-L"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabCharacter(Entrant):
    """A character of the list. `number` counts from 1, and `name` is unique.

    `flavour`: its own names for its slots.
    """

    line: int
    team: str | None
    flavour: tuple[str | None, ...]


@dataclass(frozen=True, kw_only=True)
class ListTable(FullTable):
    """The full table of a list, in the order of its lines."""

    listed: tuple[ListedBuild, ...]

    def characters(self, lang: Lang) -> list[LabCharacter]:
        """Return the characters of the list."""
        return named(self.game, self.listed, lang)


_kept: Final[Cache[tuple[str, str], ListTable]] = Cache(32, IN_TURN)


# --- the list -----------------------------------------------------------------------------------------


def read(rules: Ruleset, text: str, most: int = MAX_BUILDS) -> list[ListedBuild]:
    """Read the characters of the list. Raises `ListUnreadable` with the problems of all lines, or if sizes differ."""
    listed = read_list(text, rules.read_build, most)
    require_one_size(rules, [each.build for each in listed])
    return listed


def require_one_size(rules: Ruleset, builds: Sequence[Build]) -> None:
    """Raise `ListUnreadable` if these builds cannot meet, since the game plays one size or another and they differ."""
    few, *more = sorted({len(each.cards) for each in builds}) or (0,)
    if rules.sizes.step > 1 and more:
        raise ListUnreadable([Problem("two-sizes", 0, 0, (str(few),), (str(more[-1]),))])


def read_for_now(rules: Ruleset, text: str) -> list[ListedBuild]:
    """Read a list that can be stored, and played while a page waits. Raises `ListUnreadable`."""
    if problem := text_too_long(text, MOST_BYTES):
        raise ListUnreadable([problem])
    listed = read(rules, text, most_at_once(rules))
    problems = [
        Problem("forbidden-character", number, line.index("\0") + 1, ("U+0000",))
        for number, line in enumerate(lines_of(text), start=1)
        if "\0" in line  # in a comment: no database takes it
    ]
    if len(listed) < 2:
        problems.append(Problem("nobody-to-meet"))
    if problems:
        raise ListUnreadable(problems)
    return listed


def most_at_once(rules: Ruleset) -> int:
    """Return how many characters can all meet within a few seconds; at most 500."""
    battles = rules.pace.battles * ANSWER_SECONDS
    return min(MOST_AT_ONCE, (1 + isqrt(1 + 8 * battles)) // 2)


def explain(rules: Ruleset, problem: Problem, lang: Lang) -> str:
    """Return a sentence for a problem of such a list."""
    return explain_list(problem, lang, rules.explain)


def named(rules: Ruleset, listed: Sequence[ListedBuild], lang: Lang) -> list[LabCharacter]:
    """Return the characters, named by their names, else by their cards. Equal names also get their line."""
    builds = [entry.build.nameless() for entry in listed]
    written = list(map(rules.write_build, builds))
    names = [
        entry.build.name or cards or _UNNAMED.to(lang)
        for entry, cards in zip(listed, written, strict=True)
    ]
    often = Counter(names)
    return [
        LabCharacter(
            number=number,
            name=name if often[name] == 1 else _ON_LINE.to(lang).format(name=name, line=entry.line),
            build=build,
            written=cards,
            line=entry.line,
            team=entry.team,
            flavour=entry.build.flavour,
        )
        for number, (entry, build, cards, name) in enumerate(
            zip(listed, builds, written, names, strict=True), start=1
        )
    ]


def line_of(rules: Ruleset, build: Build, name: str) -> str:
    """Return a line for a list: this build, with this name if a list can hold it."""
    written = rules.write_build(build.nameless())
    line = f"{written}/{name}"
    try:
        read_again = [(each.build, each.team) for each in read(rules, line)]
    except ListUnreadable:
        return written
    return line if read_again == [(Build(build.cards, name), None)] else written


def address_of(key: bytes, game: str, text: str, cards: str = "", by: str = "") -> str:
    """Return the secret address of this list with these house cards and rules.

    The same list always has the same one.
    """
    parts = ["trial", game, text, *([cards] if cards or by else ()), *filter(None, [by])]
    mac = hmac.digest(key, "\0".join(parts).encode(), "sha256")
    return base64.b32encode(mac[:_TOKEN_BYTES]).decode("ascii").lower()


# --- the battles --------------------------------------------------------------------------------------


def played_before(rules: Ruleset, token: str) -> ListTable | None:
    """Return the table of the list with this token, if it is in the cache."""
    return _kept.get((rules.rules_version, token))


def play(rules: Ruleset, token: str, listed: Sequence[ListedBuild]) -> ListTable:
    """Play every pair of the list with this token; the latest few lists are cached. Raises `Busy`."""
    key = rules.rules_version, token
    return _kept.of(key, lambda: round_robin(rules, listed, key))


def round_robin(
    rules: Ruleset, listed: Sequence[ListedBuild], key: Hashable | None = None
) -> ListTable:
    """Play every pair of the list, except within a team."""
    builds = [entry.build.nameless() for entry in listed]
    halves = play_block(rules.slug, rules.rules_version, builds, range(len(builds)))
    rows = teams_apart(full_rows(halves), [entry.team for entry in listed])
    scoring = Scoring()
    return ListTable(
        game=rules,
        scoring=scoring,
        builds=tuple(builds),
        standings=tuple(standings(rows, scoring, Facts.of(builds))),
        row=rows.__getitem__,
        key=object() if key is None else key,
        listed=tuple(listed),
    )


def teams_apart(rows: Sequence[bytes], teams: Sequence[str | None]) -> list[bytes]:
    """Return the outcomes without battles inside a team."""
    apart = list(rows)
    for team in set(teams) - {None}:
        members = [i for i, each in enumerate(teams) if each == team]
        for i in members:
            row = bytearray(apart[i])
            for j in members:
                row[j] = NOT_PLAYED
            apart[i] = bytes(row)
    return apart


class RankedCharacter(StandingLine):
    """A line of the ranking. `line`: its line in the list."""

    build: list[str]
    team: str | None
    line: int


class CrossTable(BaseModel):
    """The results of each character against all: W, D, L, or a dot if not played. Rows are in the order of `names`."""

    names: list[str]
    results: list[str]


class LabResult(BaseModel):
    """The ranking of the list, as `hikyaku lab --json` prints it."""

    rules: str
    ranking: list[RankedCharacter]
    table: CrossTable


def result(table: FullTable, field: Sequence[LabCharacter]) -> LabResult:
    """Return the ranking and the cross table."""
    return LabResult(
        rules=table.game.rules_version,
        ranking=[
            RankedCharacter.of(
                standing,
                who := field[standing.entry],
                table.scoring,
                build=list(who.build.cards),
                team=who.team,
                line=who.line,
            )
            for standing in table.standings
        ],
        table=CrossTable(
            names=[each.name for each in field],
            results=["".join(spreadsheets.results(row, blank=".")) for row in table.rows()],
        ),
    )


def ranking(table: FullTable, field: Sequence[Entrant], lang: Lang) -> list[list[str]]:
    """Return the ranking as cells, best first, with headings."""
    heads = [head.to(lang) for head in _HEADS]
    heads += [translations(lang).gettext(each.label) for each in table.scoring.tie_breaks]
    lines = [
        [
            str(standing.place),
            field[standing.entry].name,
            str(standing.points),
            f"{standing.wins}-{standing.draws}-{standing.losses}",
            *("-" if number is None else f"{number:.10g}" for number in standing.tie_breaks),
        ]
        for standing in table.standings
    ]
    return [heads, *lines]
