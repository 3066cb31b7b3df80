"""No two public classes have the same name if both could be imported together. The number of
exceptions only falls.
"""

import ast
from collections import defaultdict
from itertools import combinations
from typing import Final

from tests.house.test_weight import modules, weighs

MOST_SHARED: Final = 34
"""Public names that stand in more than one module: tables and models of the API have theirs in what others read."""


def game(path: str) -> str | None:
    """The game whose folder this module is in; games never meet."""
    parts = path.split("/")
    return parts[2] if parts[1] == "games" and len(parts) > 3 else None


def can_meet(one: str, other: str) -> bool:
    """Whether some module could import from both."""
    return not game(one) or not game(other) or game(one) == game(other)


def shared(names: dict[str, list[str]]) -> dict[str, list[str]]:
    """The names that stand in modules that can meet, with all of these."""
    return {
        name: paths
        for name, paths in names.items()
        if any(can_meet(one, other) for one, other in combinations(paths, 2))
    }


def classes() -> dict[str, list[str]]:
    """The public classes of the program, with the modules that have one of the name."""
    found = defaultdict(list)
    for path, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(path)
    return found


def test_few_classes_share_a_name_with_another() -> None:
    found = shared(classes())

    weighs(f"shared names of classes ({', '.join(found)})", len(found), MOST_SHARED)


def test_names_of_two_games_do_not_meet() -> None:
    names = {
        "Card": ["app/games/fest/cards.py", "app/games/ocg/cards.py"],
        "Side": ["app/games/fest/side.py", "app/engine/battle.py"],
        "State": ["app/games/fest/state.py", "app/games/fest/view.py"],
        "Player": ["app/store/tables/people.py"],
    }

    assert list(shared(names)) == ["Side", "State"]
