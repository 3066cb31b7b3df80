"""The scale of the house. Its numbers fall; one that has to rise takes a sentence in decisions.md that says what it buys.

Statements are counted without docstrings; lines of templates, tables and scripts beside them, so that nothing is only
moved. A number here that is more than a hundredth above what is weighed is lowered by the change that made it so.
"""

import ast
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tests.support.tables import by_row

TOP: Final = Path(__file__).parents[2]
STATEMENTS: Final = 73_552
LINES: Final = {
    "templates": 17_358,
    "app/*.toml": 2_888,
    "app/*.js": 1_216,
    "app/*.css": 1_344,
    "app/*.[ch]": 2_405,
}
MOST_MODULES: Final = 16
"""In a folder, `__init__` aside."""
FULLER: Final[dict[str, int]] = {}
MOST_LINES: Final = 600
MOST_PARAMETERS: Final = 9
MORE_PARAMETERS: Final = {
    "app/cli/games.py:lab": 13,
    "app/cli/play.py:play": 10,
    "app/cli/seasons/entries.py:add": 11,
    "app/cli/seasons/timetable.py:_change": 10,
    "app/cli/seasons/timetable.py:timetable": 11,
    "app/engine/matches/record.py:head": 10,
    "app/games/acts/cards.py:_master": 12,
    "app/games/acts/cards.py:_servant": 11,
    "app/games/ocg/cards.py:_char": 16,
    "app/store/letters.py:write": 11,
    "app/store/security/sign_ins.py:start": 10,
}


def files(pattern: str) -> list[Path]:
    """The files of the checkout that git tracks, or would: names that were deleted are left out."""
    told = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", pattern],
        cwd=TOP,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [TOP / name for name in told.split("\0") if name and (TOP / name).is_file()]


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n")


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the program, by its path."""
    return {str(path.relative_to(TOP)): ast.parse(path.read_bytes()) for path in files("app/*.py")}


def statements(tree: ast.AST) -> int:
    """All but docstrings, and sentences below fields."""
    return sum(
        isinstance(node, ast.stmt)
        and not (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        )
        for node in ast.walk(tree)
    )


def parameters() -> Iterator[tuple[str, int]]:
    """Every function and how many parameters it has."""
    for path, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                own = node.args
                named = [*own.posonlyargs, *own.args, *own.kwonlyargs]
                rest = [each for each in (own.vararg, own.kwarg) if each]
                yield f"{path}:{node.name}", len(named) + len(rest)


def weighs(what: str, now: int, most: int) -> None:
    assert now <= most, f"{what}: {now:,}, at most {most:,}; save as much elsewhere"
    assert now >= most * 0.99, f"{what}: {now:,}; lower the number here, which is {most:,}"


def test_the_program_weighs_no_more_than_it_did() -> None:
    weighs("statements", sum(map(statements, modules().values())), STATEMENTS)


@by_row("pattern", LINES)
def test_nothing_is_only_moved(pattern: str) -> None:
    weighs(f"lines of {pattern}", sum(map(lines, files(pattern))), LINES[pattern])


def test_a_folder_can_be_taken_in_at_a_glance() -> None:
    many = Counter(str(Path(path).parent) for path in modules() if "__init__" not in path)

    assert {folder: count for folder, count in many.items() if count > MOST_MODULES} == FULLER


def test_no_module_is_long() -> None:
    long = {path: lines(TOP / path) for path in modules() if lines(TOP / path) > MOST_LINES}

    assert not long


def test_few_functions_have_many_parameters() -> None:
    assert {name: many for name, many in parameters() if many > MOST_PARAMETERS} == MORE_PARAMETERS


def test_docstrings_weigh_nothing() -> None:
    assert statements(ast.parse('"""What it is."""\nx = 1\n"""One."""\nif x:\n    pass\n')) == 3
