"""Digests of inputs and results. The same inputs give the same digest on any machine."""

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
    """Return the SHA-256, in hex, of everything that decides the results."""
    return hashlib.sha256(_inputs(rules_version, scoring, entries)).hexdigest()


def result_digest(
    rules_version: str, scoring: Scoring, entries: Iterable[DigestLine], halves: Iterable[bytes]
) -> str:
    """Return the SHA-256, in hex, of the inputs and of the outcomes of all pairs.

    `halves`: for each entry, in order of number, a byte for each later entry; the lower number is at home.
    """
    digest = hashlib.sha256(_inputs(rules_version, scoring, entries))
    for half in halves:
        digest.update(half)
    return digest.hexdigest()


def stages_inputs_digest(
    rules_version: str, scoring: Scoring, entries: Iterable[DigestLine], bound: Mapping[str, Any]
) -> str:
    """Return the SHA-256, in hex, of everything that decides the results of a season in stages.

    `bound`: its plan, lots and seals.
    """
    inputs = _inputs(rules_version, scoring, entries) + _canonical({"format": STAGES, **bound})
    return hashlib.sha256(inputs).hexdigest()


def sides_inputs_digest(
    rules_version: str, scoring: Scoring, entries: Iterable[DigestLine], bound: Mapping[str, Any]
) -> str:
    """Return the SHA-256, in hex, of everything that decides the results if sides stay apart.

    `bound`: the sides, and the side of each entry.
    """
    inputs = _inputs(rules_version, scoring, entries) + _canonical({"format": SIDES, **bound})
    return hashlib.sha256(inputs).hexdigest()


def stages_digest(inputs_digest: str, lines: Iterable[str]) -> str:
    """Return the SHA-256, in hex, of the inputs and these lines: every pairing, its outcome, and the final order."""
    digest = hashlib.sha256(f"{STAGES}\n{inputs_digest}\n".encode())
    for line in lines:
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()


def second_digest(bound: Mapping[str, Any]) -> str:
    """Return the SHA-256, in hex, of everything a season shows of its results besides builds and battles.

    It includes the first digest. The input is canonical JSON: sorted keys, no blanks, UTF-8, only necessary escapes.
    """
    return hashlib.sha256(_canonical({"format": SECOND, **bound})).hexdigest()


def third_digest(bound: Mapping[str, Any], halves: Iterable[bytes]) -> str:
    """Return the SHA-256, in hex, of everything a season shows; hidden parts enter only by their digests.

    `halves` are as in the first digest. The input is canonical JSON as for the second digest, in which the SHA-256 of
    all outcomes stands for them.
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
