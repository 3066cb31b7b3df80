"""The interface of outgoing transports: one letter in, its fate out."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, Protocol

_NOBODYS: Final = frozenset({"example", "invalid"})


@dataclass(frozen=True, slots=True)
class Parcel:
    """A letter as it leaves: the bytes, and both addresses as they are written on the wire."""

    message_id: str
    sender: str
    recipient: str
    content: bytes


class DeliveryFate(Enum):
    """The fate of a parcel."""

    SENT = auto()
    RETRY = auto()  # surely not taken; later perhaps
    DOUBT = auto()  # taken or not
    DEAD = auto()  # refused for good
    UNREACHABLE = auto()  # no server there to take any letter
    UNWELCOME = auto()  # there, but it takes no letters of ours
    NOT_OURS = auto()  # another worker has it; nothing was done


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    """The fate of a parcel, and the server's or our words for it."""

    fate: DeliveryFate
    reply: str
    broken: bool = False
    """Whether the connection broke over it: the next letters may meet the same."""


def is_nobodys(address: str) -> bool:
    """Whether its domain is one for examples, which is never registered (RFC 6761, 6.4 and 6.5).

    Sample characters have such addresses, so that no mail server is ever asked to find them.
    """
    domain = address.rpartition("@")[2].rstrip(".")
    return domain.rpartition(".")[2].casefold() in _NOBODYS


class Transport(Protocol):
    """An outgoing transport: used for one letter after the other, and closed when there is no more."""

    def deliver(self, parcel: Parcel, leaving: Callable[[], bool]) -> ServerAnswer:
        """Try to hand it over once.

        `leaving` is called at the last moment at which it surely has not left; if that returns False, it
        does not leave. A transport whose second delivery changes nothing need not call it.
        """

    def close(self) -> None:
        """Say good-bye. The next letter opens it again."""
