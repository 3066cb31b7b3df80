"""Whether somebody can have this mail address."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from app.engine.typed import BLANKS, shown
from app.errors import Problem

MAX_ADDRESS: Final = 254
_SHOWN: Final = 40

# Dots may stand anywhere before the @: phones in Japan have had such addresses for twenty years.
_LOCAL: Final = re.compile(r"[!#-'*+\-./0-9=?A-Z^_`a-z{|}~]{1,64}")
_LABEL: Final = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")


def tidied(typed: str) -> str:
    """The address as it was meant: without blanks around it, in half-width letters, its domain in small ones."""
    local, at, domain = unicodedata.normalize("NFKC", typed.strip(BLANKS)).rpartition("@")
    return f"{local}{at}{domain.lower()}"


def address_problems(address: str, own: str) -> Iterator[Problem]:
    """What is wrong with a tidied address; `own` is the one that players write to, which is nobody's."""
    if not address:
        yield Problem("no-address")
    elif not _is_plausible(address):
        yield Problem("bad-address", words=(shown(address[:_SHOWN]),))
    elif _mailbox(address) == _mailbox(own):
        yield Problem("own-address", words=(shown(address),))


def _is_plausible(address: str) -> bool:
    local, _, domain = address.rpartition("@")
    try:
        labels = domain.encode("idna").decode("ascii").split(".")
    except UnicodeError:
        return False
    return (
        len(address) <= MAX_ADDRESS
        and bool(_LOCAL.fullmatch(local))
        and len(labels) > 1
        and all(map(_LABEL.fullmatch, labels))
    )


def _mailbox(address: str) -> tuple[str, str]:
    """Where it arrives: what stands behind a + is a note."""
    local, _, domain = address.casefold().rpartition("@")
    return local.partition("+")[0], domain
