"""Masks mail addresses. They are kept in one table only; everywhere else, and in every log, they are masked."""

import re
import traceback
from typing import Final

_ADDRESS: Final = re.compile(r'(?:"[^"\s]*"|[^\s"<>()\[\],;:@]+)@[^\s"<>()\[\],;:@]+')


def mask(text: str) -> str:
    """The text without any address in it."""
    return _ADDRESS.sub("…@…", text)


def mask_address(address: str) -> str:
    """The first character and the domain of an address, enough for an organiser to recognise it."""
    return f"{address[:1]}…@{address.rpartition('@')[2]}"


def mask_traceback(error: BaseException) -> str:
    """Where it happened and why, for a log."""
    return mask("".join(traceback.format_exception(error)))
