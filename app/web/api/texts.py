"""Texts out of JSON, which may have characters that neither a database nor a page can."""

import re
from typing import Annotated, Final

from pydantic import AfterValidator

from app.text.characters import nfc

_SURROGATES: Final = re.compile("[\ud800-\udfff]")


def writable(text: str) -> str:
    """The text with a mark instead of each half of a surrogate pair: those cannot be written as UTF-8."""
    return _SURROGATES.sub("\ufffd", text)


def tidied(text: str) -> str:
    """As it can be kept and shown: in NFC, with LF. Raises ValueError for a NUL."""
    if "\0" in text:
        raise ValueError("there is a NUL character in it")
    return nfc(writable(text).replace("\r\n", "\n").replace("\r", "\n"))


Text = Annotated[str, AfterValidator(tidied)]
