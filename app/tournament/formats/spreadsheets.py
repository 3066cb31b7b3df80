"""A stage as comma-separated values for spreadsheets: its tables, and all that was paired."""

from collections.abc import Iterator, Sequence

from app.engine import mark_of, reason_of, winner_of
from app.tournament.formats.format import WITHOUT_BATTLE
from app.tournament.formats.stages import Phase
from app.tournament.full_table import Entrant
from app.tournament.spreadsheets import BOM, harmless, line


def standings_lines(phase: Phase, entrants: Sequence[Entrant]) -> Iterator[bytes]:
    """Its tables, one after the other, a line each entrant; the first line names the columns.

    `table` is the number of the group or division; of a last stage nobody goes on. `by lot`: level with others, so that lots
    decided who goes on, as which seed, or who goes up or down.
    """
    through, drawn = {*phase.cut.through}, {*phase.drawn, *phase.cut.seeded}
    slugs = (each.slug for each in phase.tie_breaks)
    heads = ("table", "place", "number", "name", "owner", "seed", "points", "wins", "draws")
    yield line([*heads, "losses", *slugs, "goes on", "by lot"], start=BOM)
    for table, standings in enumerate(phase.tables, 1):
        for each in standings:
            who = entrants[each.entry]
            seed = phase.field.seed_of[each.entry] + 1
            broken = ("" if value is None else f"{value:g}" for value in each.tie_breaks)
            figures = (seed, each.points, each.wins, each.draws, each.losses)
            yield line(
                [
                    *map(str, (table, each.place, who.number)),
                    *map(harmless, (who.name, who.owner)),
                    *map(str, figures),
                    *broken,
                    *("yes" if each.entry in those else "" for those in (through, drawn)),
                ]
            )


def pairing_lines(
    phase: Phase, entrants: Sequence[Entrant], reasons: Sequence[str], sides: Sequence[str] = ()
) -> Iterator[bytes]:
    """All that was paired in it, by rounds and tables, a line each; `dice` settled a drawn knock-out, the first side first.

    `result` is from the view of the first seat. Who rested, or won without a battle, has no reason. In team matches a line is a
    board: its match in the round, from 1, and the teams of both; `sides` has the name of that of each entrant.
    """
    matches = _matches(phase)
    dice = {
        (each.planned.round, each.planned.table): " ".join(f"{a}-{b}" for a, b in each.throws)
        for each in phase.games
    }
    heads = ("round", "table", "first number", "first", "second number", "second")
    more = ("match", "first team", "second team") if matches else ()
    yield line([*heads, "result", "reason", "dice", *more], start=BOM)
    for each in sorted(phase.results, key=lambda each: (each.round, each.table, each.first)):
        first = entrants[each.first]
        second = None if each.second is None else entrants[each.second]
        is_fought = second and each.outcome >> 2 != WITHOUT_BATTLE
        yield line(
            [
                *(str(each.round), str(each.table or "")),
                *(str(first.number), harmless(first.name)),
                *((str(second.number), harmless(second.name)) if second else ("", "")),
                mark_of(winner_of(each.outcome)),
                reasons[reason_of(each.outcome)] if is_fought else "",
                dice.get((each.round, each.table), ""),
                *(_teams(matches[each.round, each.first], each.first, sides) if matches else ()),
            ]
        )


def _teams(match: tuple[int, int | None], first: int, sides: Sequence[str]) -> Iterator[str]:
    """The number of the match, and the teams of the first at this board and of the other; nothing stands for none."""
    table, captain = match
    yield str(table or "")
    yield harmless(sides[first])
    yield "" if captain is None else harmless(sides[captain])


def _matches(phase: Phase) -> dict[tuple[int, int], tuple[int, int | None]]:
    """The number of the team match in its round, 0 of a rest, and the captain of the other team, by round and entrant."""
    found: dict[tuple[int, int], tuple[int, int | None]] = {}
    for each in phase.team_matches:
        for board in each.boards:
            for entry, other in ((board.first, each.second), (board.second, each.first)):
                if entry is not None:
                    found[each.round, entry] = each.table, other
    return found
