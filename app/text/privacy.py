"""Addresses of people stand in one table only: elsewhere, and in every log, they are masked."""

import re
import traceback
from typing import Final

_ADDRESS: Final = re.compile(r'(?:"[^"\s]*"|[^\s"<>()\[\],;:@]+)@[^\s"<>()\[\],;:@]+')


def mask(text: str) -> str:
    """The text without any address in it."""
    return _ADDRESS.sub("…@…", text)


def mask_address(address: str) -> str:
    """As much of an address as tells an organiser which it may be: its first character and its domain."""
    return f"{address[:1]}…@{address.rpartition('@')[2]}"


def mask_traceback(error: BaseException) -> str:
    """Where it happened and why, for a log."""
    return mask("".join(traceback.format_exception(error)))
