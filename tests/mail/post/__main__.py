"""How many of the mails become what a good organiser would make of them.

`python -m tests.mail.post` tells it in a table, with `-v` also each wrong mail in a line; `python -m tests.mail.post NAME…` brings
those mails whose names begin so, and prints each with the whole answer.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from app.jobs.inbox import desk
from app.settings import settings
from tests.kept.world import World, text_of
from tests.mail.post.became import Became, became, own_matches
from tests.mail.post.placeholders import Filling
from tests.mail.post.verdicts import Judge
from tests.mail.post.worlds import PEOPLE, set_up
from tests.mail.test_corpus import undone

FOLDER: Final = Path(__file__).parent
ROWS: Final[dict[str, dict[str, Any]]] = json.loads((FOLDER / "expected.json").read_bytes())
LETTERS: Final = {"confirm": "confirmation", "opens": "opened"}
"""Kinds of letters, where the README has another word."""


@dataclass
class Outcome:
    """A mail, and what is wrong with what became of it; nothing if it is right."""

    name: str
    raw: bytes
    got: Became
    wrong: list[str] = field(default_factory=list)


def outcomes(names: Sequence[str]) -> Iterator[Outcome]:
    """What became of these mails, world by world."""
    for name in dict.fromkeys(ROWS[each]["world"] for each in names):
        with TemporaryDirectory() as folder, set_up(name, Path(folder)) as world:
            for each in names:
                if ROWS[each]["world"] == name:
                    yield bring(world, each)


def bring(world: World, name: str) -> Outcome:
    """The mail comes into this world, and out of it again."""
    row, raw = ROWS[name], (FOLDER / name).read_bytes()
    address = PEOPLE.get(row["from"], ("",))[0]
    letter = turn = None
    if b"{{" in raw:
        of = address or next(each for each, _ in PEOPLE.values() if each.encode() in raw)
        letter, turn = _letters(world, of, row)
        raw = Filling(letter, turn).of(raw)
    sender = parseaddr(re.findall(r"(?m)^From: (.*)$", raw.decode("utf-8", "replace"))[0])[1]
    with undone(world.database) as session:
        try:
            got = became(session, raw, address or sender, desk(settings()))
        except Exception as error:  # the mail brought the program down
            return Outcome(name, raw, Became({f"crash: {error!r}"[:200]}), ["crash"])
        own = own_matches(session, got.player)
        wrong = [*Judge(session, row, got, own, text_of(letter) if letter else "").wrong()]
    return Outcome(name, raw, got, wrong)


def _letters(world: World, address: str, row: dict[str, Any]) -> tuple[EmailMessage, EmailMessage]:
    """The letter that the mail answers, and the last one with blanks."""
    every = world.letters(address)
    turns = [each for each in every if str(each["Message-ID"]).startswith("<turn")]
    kind = row.get("letter", "turn" if turns else "receipt")
    kind = LETTERS.get(kind, kind)
    these = [each for each in every if str(each["Message-ID"]).startswith(f"<{kind}")]
    letter = these[-1] if these else every[-1]
    return letter, turns[-1] if turns else letter


def report(found: Sequence[Outcome], *, is_long: bool) -> Iterator[str]:
    """The table, and with `is_long` each wrong mail in a line."""
    for title in ("should", "world"):
        right, every = Counter[str](), Counter[str]()
        for each in found:
            word = ROWS[each.name][title]
            every[word] += 1
            right[word] += not each.wrong
        yield f"{title:28} right wrong"
        yield from (
            f"  {word:26} {right[word]:5} {n - right[word]:5}" for word, n in sorted(every.items())
        )
    good = sum(not each.wrong for each in found)
    yield f"total: {good} of {len(found)} right, {100 * good / len(found):.1f} %"
    silent = [each.name for each in found if _wants_answer(each.name) and not each.got.answers]
    programs = [
        each.name for each in found if ROWS[each.name]["should"] == "nothing" and each.got.answers
    ]
    yield f"silent: {len(silent)} {' '.join(silent)}"
    yield f"programs answered: {len(programs)} {' '.join(programs)}"
    for each in found if is_long else ():
        if each.wrong:
            row = ROWS[each.name]
            first = " | ".join(
                f"{kind}: {subject} / {text[:80]!r}" for kind, subject, text in each.got.answers
            )
            yield f"{each.name}: {row['should']}; got {', '.join(sorted(each.got.words))}: {'; '.join(each.wrong)}; {first[:160]}"


def _wants_answer(name: str) -> bool:
    return "nothing" not in (ROWS[name]["should"], *ROWS[name].get("also", ()))


def main(arguments: Sequence[str]) -> int:
    """Bring the mails that they name, or all; returns the exit code."""
    starts = tuple(each for each in arguments if each != "-v")
    names = [each for each in ROWS if not starts or each.startswith(starts)]
    found = sorted(outcomes(names), key=lambda each: each.name)
    if starts:
        for each in found:
            print(each.raw.decode("utf-8", "replace"))  # noqa: T201
            for kind, subject, text in each.got.answers:
                print(f"\n=== {kind}: {subject}\n\n{text}")  # noqa: T201
    sys.stdout.writelines(
        f"{line}\n" for line in report(found, is_long="-v" in arguments or bool(starts))
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
