"""A letter to an unproven address says little that a stranger wrote: a name and a build, and no link.

Its reader may never have heard of us, and the stranger who causes it chooses the words.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from app.letters.receipts import BuildComparison, CharacterOutcome
from app.letters.render import one_line
from app.text.columns import shortened

MOST_NAME: Final = 100
MOST_BUILD: Final = 200
MOST_PROBLEM: Final = 300
MOST_PROBLEMS: Final = 10

# Mail programs make links of text that looks like one.
_DOT: Final = re.compile(r"(?<=\w)[.．](?=[A-Za-zＡ-Ｚａ-ｚ]{2})")
_SCHEME: Final = re.compile(r":(?=//)")


def unlinked(text: str, most: int = MOST_NAME) -> str:
    """The text as one line that no mail program turns into a link."""
    line = shortened(one_line(text), most)
    return _SCHEME.sub("[:]", _DOT.sub("[.]", line)).replace("@", "[@]")


def curt(context: Mapping[str, Any]) -> dict[str, Any]:
    """The same letter without a stranger's lore, words, owner and links; the rest of theirs are single lines."""
    said = dict(context) | {"is_curt": True}
    for name in ("name", "standing"):
        if isinstance(said.get(name), str):
            said[name] = unlinked(said[name])
    said |= {name: empty for name, empty in (*_NOTHING.items(), ("closest", None)) if name in said}
    if isinstance(build := said.get("build"), dict):
        cards = ", ".join(card.name for card in build["cards"])
        line = f"{build['chars']} ({cards})" if cards else build["chars"]
        said["build_line"] = shortened(line, MOST_BUILD)
    if replaced := said.get("replaced"):
        said["replaced"] = _beside(replaced)
    if "others" in said:
        said["others"] = [(unlinked(name), build) for name, build in said["others"]]
    if "asked" in said:
        said["asked"] = [
            replace(
                each, name=unlinked(each.name), replaced=each.replaced and _beside(each.replaced)
            )
            for each in said["asked"]
        ]
    for name in ("declined", "counting"):
        if said.get(name):
            said[name] = (unlinked(said[name][0]), said[name][1])
    for name, most in (
        ("table_lines", MOST_PROBLEM),
        ("bout_lines", MOST_PROBLEM),
        ("names", MOST_NAME),
    ):
        if name in said:
            said[name] = [unlinked(line, most) for line in said[name]]
    if "table" in said:
        said["table"] = [row and replace(row, name=unlinked(row.name)) for row in said["table"]]
    for name in ("bouts", "characters"):
        if name in said:
            said[name] = [each | {"name": unlinked(each["name"])} for each in said[name]]
    if "fates" in said:
        said["fates"] = [_fate(each) for each in said["fates"]]
    if "problems" in said:
        said["problems"] = [
            unlinked(each, MOST_PROBLEM) for each in said["problems"][:MOST_PROBLEMS]
        ]
    if "understood" in said:
        understood = said["understood"]
        said["understood"] = {
            "name": unlinked(understood["name"]),
            "build": unlinked(understood["build"], MOST_BUILD),
            **_NOTHING,
        }
    return said


def _fate(told: CharacterOutcome) -> CharacterOutcome:
    """A character of several, with its name and its build alone."""
    return replace(
        told,
        name=unlinked(told.name),
        build=unlinked(told.build, MOST_BUILD),
        problems=[unlinked(each, MOST_PROBLEM) for each in told.problems[:MOST_PROBLEMS]],
        own=[],
        lore="",
        replaced=told.replaced and _beside(told.replaced),
    )


def _beside(replaced: BuildComparison) -> BuildComparison:
    """The replaced entry, with its name and its build alone."""
    facts = [
        (label, unlinked(was), unlinked(will_be)) for label, was, will_be in replaced.facts[:2]
    ]
    return replace(replaced, name=unlinked(replaced.name), facts=facts)


_NOTHING: Final[dict[str, Any]] = {
    "owner": "",
    "url": "",
    "own": [],
    "remarks": [],
    "lore": "",
    "lore_is_cut": False,
}
