"""A round robin of a pasted list, without a season: read, named, played, ranked."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.engine import NOT_PLAYED, Build, Lang, Ruleset, Words
from app.engine.reading import ListedBuild, explain_list, read_list
from app.errors import Problem
from app.league import tabulating
from app.league.standing import Scoring, Standing

_UNNAMED = Words("(カードなし)", "(no cards)")
_ON_LINE = Words("{name}({line}行目)", "{name} (line {line})")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A character of the list. `name` is what it is called, and no other is called so."""

    name: str
    build: Build
    line: int
    team: str | None


def read(rules: Ruleset, text: str, lang: Lang) -> list[Entrant]:
    """The characters of the list. Raises `ListUnreadable` with the problems of all lines."""
    return _named(rules, read_list(text, rules.read_build), lang)


def explain(rules: Ruleset, problem: Problem, lang: Lang) -> str:
    """A sentence for a problem of such a list."""
    return explain_list(problem, lang, rules.explain)


def _named(rules: Ruleset, listed: Sequence[ListedBuild], lang: Lang) -> list[Entrant]:
    """The characters by their names or else their cards; those called alike by their lines too."""
    names = [
        entry.build.name or rules.write_build(entry.build) or _UNNAMED.to(lang) for entry in listed
    ]
    often = Counter(names)
    return [
        Entrant(
            name if often[name] == 1 else _ON_LINE.to(lang).format(name=name, line=entry.line),
            entry.build.nameless(),
            entry.line,
            entry.team,
        )
        for name, entry in zip(names, listed, strict=True)
    ]


def teams_apart(rows: Sequence[bytes], field: Sequence[Entrant]) -> list[bytes]:
    """The outcomes of the field; those of one team have not met."""
    apart = list(rows)
    for team in {entrant.team for entrant in field} - {None}:
        members = [i for i, entrant in enumerate(field) if entrant.team == team]
        for i in members:
            row = bytearray(apart[i])
            for j in members:
                row[j] = NOT_PLAYED
            apart[i] = bytes(row)
    return apart


def as_plain_data(
    rules: Ruleset,
    field: Sequence[Entrant],
    table: Sequence[Standing],
    rows: Sequence[bytes],
    scoring: Scoring,
) -> dict[str, object]:
    """The ranking and the cross table, ready for JSON."""
    return {
        "rules": rules.rules_version,
        "ranking": [
            {
                "place": standing.place,
                "name": field[standing.entry].name,
                "build": field[standing.entry].build.cards,
                "team": field[standing.entry].team,
                "line": field[standing.entry].line,
                "points": standing.points,
                "wins": standing.wins,
                "draws": standing.draws,
                "losses": standing.losses,
                "tie_breaks": dict(zip(scoring.tie_breaks, standing.tie_breaks, strict=True)),
            }
            for standing in table
        ],
        "table": {
            "names": [entrant.name for entrant in field],
            "results": ["".join(tabulating.results(row, blank=".")) for row in rows],
        },
    }
