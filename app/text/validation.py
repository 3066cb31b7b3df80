"""Faults that pydantic finds in what comes from outside, in words for people."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError

from app.errors import Problem

_OURS: Final = "Value error, "
"""So pydantic begins what a check of ours says."""


def told(fault: Mapping[str, Any]) -> str:
    """What is wrong, of one of `ValidationError.errors()`."""
    return str(fault["msg"]).removeprefix(_OURS)


def problems(code: str, error: ValidationError) -> list[Problem]:
    """Every fault, with its place and what is wrong there."""
    return [
        Problem(code, place=".".join(map(str, fault["loc"])), reason=told(fault))
        for fault in error.errors()
    ]
