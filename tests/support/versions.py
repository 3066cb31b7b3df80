"""A second version of a game's rules, made as its maintainers would: a copy of its folder with one card changed."""

import shutil
import sys
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Final

import pytest

from app.engine import Ruleset
from app.games import laplaplus

OLD: Final = laplaplus.RULESETS[0]
NEW: Final = "laplaplus@2-for-tests"
_PACKAGE: Final = "laplaplus_2_for_tests"
_ATTACK_ON_TOP: Final = "Action(HitEnemy(4), Constraint.TOP)"


def next_version(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """ラプラプラス in which Attack on top hits for 9 instead of 4; its package lies in `folder`."""
    copy = folder / _PACKAGE
    shutil.copytree(
        OLD.folder, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so", "_kernel.c")
    )
    for source in copy.rglob("*.py"):
        text = source.read_text(encoding="utf-8").replace("app.games.laplaplus", _PACKAGE)
        text = text.replace('"laplaplus@1"', f'"{NEW}"')
        if source.name == "cards.py":
            assert text.count(_ATTACK_ON_TOP) == 1
            text = text.replace(_ATTACK_ON_TOP, _ATTACK_ON_TOP.replace("4", "9"))
        source.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    for name in [name for name in sys.modules if name.partition(".")[0] == _PACKAGE]:
        monkeypatch.delitem(sys.modules, name)
    invalidate_caches()
    made: Ruleset = import_module(_PACKAGE).RULESETS[0]
    assert made.rules_version == NEW
    return made


def install(monkeypatch: pytest.MonkeyPatch, *versions: Ruleset) -> None:
    """From now on the program has these versions of ラプラプラス, the newest first."""
    monkeypatch.setattr(laplaplus, "RULESETS", versions)
