"""The sample letters, and what each must become."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "app" / "sample"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FOLDER / "mail" / "expected.json").read_bytes())
SHIDEN = FOLDER / "shiden-issen-2"
"""Those of 紫電一閃 弐, which name their slots and speak."""
SHIDEN_EXPECTED: dict[str, dict[str, Any]] = json.loads(
    (SHIDEN / "mail" / "expected.json").read_bytes()
)


def letter(name: str) -> bytes:
    """The raw bytes of a sample."""
    return (FOLDER / "mail" / name).read_bytes()
