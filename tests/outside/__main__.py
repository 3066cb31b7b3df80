"""What is seen from outside of a checkout, and what of it differs in another one.

`python -m tests.outside CHECKOUT > before.json` looks at a checkout with that checkout's own Python; `--compare before.json
after.json` tells each difference in a line, and ends with 1 if there is any; `--walk CHECKOUT` tells how many files of `app/` one
mail, one letter, one entry and one order pass through.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

TOP: Final = Path(__file__).resolve().parents[2]
KEPT: Final = TOP / "tests" / "kept"
"""The site that all is looked at on."""


def look(checkout: Path, program: str = "seen", *arguments: str) -> str:
    """What one of the programs beside this one prints when it runs in that checkout, on a copy of the kept site."""
    checkout = checkout.resolve()
    python = checkout / ".venv" / "bin" / "python"
    with TemporaryDirectory() as folder:
        told = subprocess.run(
            [
                python if python.exists() else sys.executable,
                "-m",
                f"tests.outside.{program}",
                KEPT,
                *arguments,
            ],
            cwd=folder,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": f"{checkout}{os.pathsep}{TOP}",
                "PYTHONHASHSEED": "0",
                "LC_ALL": "C.UTF-8",
                "COLUMNS": "100",
            },
            stdout=subprocess.PIPE,
            check=True,
        )
    return told.stdout.decode()


def differences(before: Any, after: Any, at: str = "") -> Iterator[str]:
    """Each difference in a line: what is gone with -, what is new with +."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(each for each in after if each not in before)]:
            inner = f"{at} › {key}" if at else str(key)
            if key not in after:
                yield f"- {inner}: {_brief(before[key])}"
            elif key not in before:
                yield f"+ {inner}: {_brief(after[key])}"
            else:
                yield from differences(before[key], after[key], inner)
    elif isinstance(before, list) and isinstance(after, list):
        was, now = ([_brief(each, None) for each in side] for side in (before, after))
        for line in [*unified_diff(was, now, lineterm="", n=0)][2:]:
            if not line.startswith("@@"):
                yield f"{line[0]} {at}: {line[1:]}"
    elif isinstance(before, str) and isinstance(after, str) and "\n" in before + after:
        yield from differences(before.splitlines(), after.splitlines(), at)
    elif before != after:
        yield f"- {at}: {_brief(before)}"
        yield f"+ {at}: {_brief(after)}"


def _brief(found: Any, most: int | None = 300) -> str:
    return json.dumps(found, ensure_ascii=False)[:most]


def main(arguments: list[str]) -> int:
    """Do what they name; tells the exit code."""
    match arguments:
        case ["--compare", before, after]:
            was, now = (json.loads(Path(each).read_bytes()) for each in (before, after))
            found = [*differences(was, now)]
            sys.stdout.writelines(f"{line}\n" for line in found or ["Nothing differs."])
            return bool(found)
        case ["--walk", checkout]:
            for what in ("mail", "letter", "entry", "order"):
                sys.stdout.write(look(Path(checkout), "walk", what))
        case [checkout]:
            sys.stdout.write(look(Path(checkout)))
        case _:
            sys.stderr.write(f"{__doc__}")
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
