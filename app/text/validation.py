"""Problems that pydantic finds in input from outside, in words for people."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError

from app.errors import Problem

_OURS: Final = "Value error, "
"""The prefix that pydantic puts before the message of a check of ours."""


def told(fault: Mapping[str, Any]) -> str:
    """The message of one of `ValidationError.errors()`."""
    return str(fault["msg"]).removeprefix(_OURS)


def problems(code: str, error: ValidationError) -> list[Problem]:
    """Every fault, with its place and what is wrong there."""
    return [
        Problem(code, place=".".join(map(str, fault["loc"])), reason=told(fault))
        for fault in error.errors()
    ]
