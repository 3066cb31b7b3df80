"""The checkout itself: it names no registry and no machine, its scripts start, the engine stands alone."""

import ast
import re
import subprocess
import sys
from pathlib import Path

from tests.support.tables import by_row

TOP = Path(__file__).parents[2]

REGISTRY = re.compile(
    r"""\bpypi\.(?:org|python\.org) | pythonhosted\.org | \bnpmjs\.(?:org|com) | yarnpkg\.com
      | (?:deb|security|snapshot|httpredir|ftp[\w.]*)\.debian\.org | (?:archive|security)\.ubuntu\.com
      | \bcrates\.io | proxy\.golang\.org""",
    re.VERBOSE,
)
MACHINE_PATH = re.compile(r"(?<![\w.}\]-])/(?:root|home|work|Users)/")


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=TOP, check=True, capture_output=True, text=True
    ).stdout


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Where the tracked text files have it, as `file:line: text`."""
    paths = [TOP / name for name in git("ls-files", "-z").split("\0") if name]
    return [
        f"{path.relative_to(TOP)}:{number}: {line.strip()}"
        for path in paths
        if path.is_file() and b"\0" not in (content := path.read_bytes())
        for number, line in enumerate(content.decode(errors="replace").splitlines(), start=1)
        if pattern.search(line)
    ]


def imports_of(path: Path) -> list[str]:
    """The absolute imports of a module, as dotted names down to what is imported."""
    names = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def test_no_file_names_a_package_registry() -> None:
    assert lines_with(REGISTRY) == []


def test_no_file_names_a_place_on_one_machine() -> None:
    assert lines_with(MACHINE_PATH) == []


FACTS = {"title", "terms", "match", "is_ordered", "house", "write_build", "explain"}
"""Facts that a version of the rules gives the same way in every season."""
NO_JUDGES = {
    "app/league/duels/settings.py": "a duel belongs to no season",
    "app/league/matches/exchanges.py": "plays what was kept",
    "app/league/matches/settings.py": "answers the question",
    "app/league/results/runs.py": "plays what was kept",
    "app/league/seasons/stages/courses.py": "plays what was kept",
    "app/mail/actions/targets.py": "divides what was written into words",
    "app/web/rendering.py": "asks for facts alone",
    "app/web/views/characters.py": "shows what was kept",
    "app/web/views/forms/drafts.py": "asks for facts alone",
}


def test_one_function_says_by_which_rules_a_season_judges_builds() -> None:
    """`rules_of` knows banned cards and settings of matches. A version of the rules knows neither."""
    asking = {
        name
        for room in ("cli", "jobs", "league", "letters", "mail", "web")
        for path in (TOP / "app" / room).rglob("*.py")
        for name in [str(path.relative_to(TOP))]
        for node in ast.walk(ast.parse(path.read_bytes()))
        for asked in ast.iter_child_nodes(node)
        if isinstance(asked, ast.Call)
        and ast.unparse(asked.func) == "ruleset"
        and "rules_version" in ast.unparse(asked)
        and not isinstance(node, ast.Expr)
        and not (isinstance(node, ast.Attribute) and node.attr in FACTS)
    }

    assert asking == {*NO_JUDGES}


def test_only_the_store_asks_the_database() -> None:
    """Benches look into it, too."""
    asking = re.compile(
        r"(sqlmodel|sqlalchemy)(\.\w+)*\.(select|insert|update|delete|text|func|col)"
    )
    paths = (TOP / name for name in git("ls-files", "app/*.py").split())
    elsewhere = [
        path for path in paths if not {"store", "bench"} & {*path.parts} and path.is_file()
    ]
    found = [path.name for path in elsewhere if any(map(asking.fullmatch, imports_of(path)))]

    assert found == []


def test_whatever_concerns_a_season_names_the_version_of_its_rules() -> None:
    """The game of a season, a record or a run is always asked for with its version. New seasons and
    rematches get the newest.
    """
    found = []
    for name in git("ls-files", "app/*.py").split():
        for node in ast.walk(ast.parse((TOP / name).read_bytes())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("ruleset"):
                asked = [ast.unparse(each) for each in node.args]
                if len(asked) == 1 and asked[0].endswith(".game"):
                    found.append(f"{Path(name).stem}: {asked[0]}")

    assert found == ["invitations: duel.game", "season_plans: plan.game"]


# The names are put together here, since this file is searched too.
@by_row("host", ["pypi", "registry.npmjs", "deb.debian", "files.pythonhosted"])
def test_a_registry_would_be_noticed(host: str) -> None:
    assert REGISTRY.search(f"index-url = https://{host}" + ".org/simple")


@by_row(("before", "is_place"), [("open('", True), ("/ja/battles", False)])
def test_a_place_would_be_noticed_and_an_address_not(before: str, is_place: bool) -> None:
    assert bool(MACHINE_PATH.search(before + "/home" + "/alice")) == is_place


@by_row("script", ["run", "test", ".ci/run"])
def test_a_fresh_clone_can_start_its_scripts(script: str) -> None:
    assert git("ls-files", "--stage", script).startswith("100755 ")


def test_ci_runs_what_everybody_runs() -> None:
    assert "exec ./test" in (TOP / ".ci/run").read_text()


def test_the_engine_imports_only_the_standard_library() -> None:
    strangers = [
        f"{path.relative_to(TOP)}: {name}"
        for path in (TOP / "app/engine").rglob("*.py")
        for name in imports_of(path)
        if name.split(".")[0] not in sys.stdlib_module_names
        and not f"{name}.".startswith(("app.engine.", "app.errors.", "app.text."))
    ]

    assert strangers == []
