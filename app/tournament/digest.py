"""Digests: the same inputs give the same digest, on any machine."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from app.tournament.scoring import Scoring

FORMAT = "hikyaku-digest-1"
SECOND = "hikyaku-digest-2"
THIRD = "hikyaku-digest-3"
STAGES = "hikyaku-stages-1"
SIDES = "hikyaku-sides-1"


class DigestLine(NamedTuple):
    """An entry in a digest: `build` in canonical notation, without the name."""

    number: int
    build: str
    name: str


def inputs_digest(rules_version: str, scoring: Scoring, entries: Iterable[DigestLine]) -> str:
    """SHA-256, in hex, of everything that decides the results."""
    return hashlib.sha256(_inputs(rules_version, scoring, entries)).hexdigest()


def result_digest(
    rules_version: str, scoring: Scoring, entries: Iterable[DigestLine], halves: Iterable[bytes]
) -> str:
    """SHA-256, in hex, of the inputs and of the outcomes of all pairs.

    `halves` hold for each entry a byte for each later one, the lower number at home, in order of number.
    """
    digest = hashlib.sha256(_inputs(rules_version, scoring, entries))
    for half in halves:
        digest.update(half)
    return digest.hexdigest()


def stages_inputs_digest(
    rules_version: str, scoring: Scoring, entries: Iterable[DigestLine], bound: Mapping[str, Any]
) -> str:
    """SHA-256, in hex, of everything that decides the results of a season in stages: its plan, lots and seals are `bound`."""
    inputs = _inputs(rules_version, scoring, entries) + _canonical({"format": STAGES, **bound})
    return hashlib.sha256(inputs).hexdigest()


def sides_inputs_digest(
    rules_version: str, scoring: Scoring, entries: Iterable[DigestLine], bound: Mapping[str, Any]
) -> str:
    """SHA-256, in hex, of everything that decides the results where nobody meets their own side: who is on which is `bound`."""
    inputs = _inputs(rules_version, scoring, entries) + _canonical({"format": SIDES, **bound})
    return hashlib.sha256(inputs).hexdigest()


def stages_digest(inputs_digest: str, lines: Iterable[str]) -> str:
    """SHA-256, in hex, of the inputs and of all that was paired, how it ended, and who stands where, a line each."""
    digest = hashlib.sha256(f"{STAGES}\n{inputs_digest}\n".encode())
    for line in lines:
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()


def second_digest(bound: Mapping[str, Any]) -> str:
    """SHA-256, in hex, of all that a season tells of its results besides builds and battles, bound to the first digest.

    Over canonical JSON: keys in order, no blanks, UTF-8, nothing escaped that need not be.
    """
    return hashlib.sha256(_canonical({"format": SECOND, **bound})).hexdigest()


def third_digest(bound: Mapping[str, Any], halves: Iterable[bytes]) -> str:
    """SHA-256, in hex, of all that a season tells with what is hidden by its digest alone.

    `halves` as in the first digest.

    Over canonical JSON as the second, in which the outcomes of all pairs stand as their SHA-256.
    """
    outcomes = hashlib.sha256()
    for half in halves:
        outcomes.update(half)
    content = {"format": THIRD, "outcomes": outcomes.hexdigest(), **bound}
    return hashlib.sha256(_canonical(content)).hexdigest()


def _canonical(content: Mapping[str, Any]) -> bytes:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogatepass")


def _inputs(rules_version: str, scoring: Scoring, entries: Iterable[DigestLine]) -> bytes:
    points = f"{scoring.win} {scoring.draw} {scoring.loss}"
    lines = [
        FORMAT,
        rules_version,
        " ".join([points, *scoring.slugs]),
        *(f"{entry.number}\t{entry.build}\t{entry.name}" for entry in entries),
    ]
    return "".join(f"{line}\n" for line in lines).encode()
