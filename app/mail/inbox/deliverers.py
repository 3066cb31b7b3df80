"""The host or domain that delivered a mail, as the site's own mail server tells: its sender can write all else."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from app.league.people.budgets import Deliverer
from app.mail.inbox.message import ReadMail
from app.mail.inbox.parts import split_headers

_PIECE: Final = re.compile(r"\"(?:[^\"\\]|\\.)*+\"?|[()]|[^\"()]+")
_DMARC_PASS: Final = re.compile(
    r"\s*dmarc\s*=\s*pass\b(?:.*?\bheader\.from\s*=\s*(\S+))?", re.IGNORECASE
)


def is_authentic(mail: ReadMail, server: str | None) -> bool:
    """Whether our server, which signs with this name, says that the mail is from the domain in its `From:`.

    Only its own field counts, the topmost one: others may be forged. Nothing that changes an entry rests
    on it, since a domain has many users.
    """
    if not server or not mail.from_address:
        return False
    domain = mail.from_address.rpartition("@")[2].casefold()
    for name, value in mail.headers:
        if name == "authentication-results":
            signed, *results = _bare(value).split(";")
            if signed.split()[:1] == [server]:
                found = next(filter(None, map(_DMARC_PASS.match, results)), None)
                return bool(found and (found[1] or domain).casefold() == domain)
    return False


def _bare(value: str) -> str:
    """The field without comments and quotes: in those the sender speaks."""
    kept, depth = "", 0
    for piece in _PIECE.findall(value):
        if piece in ("(", ")"):
            depth = max(0, depth + (1 if piece == "(" else -1))
        elif not depth and piece[0] != '"':
            kept += piece
    return kept


_BRACKETED: Final = re.compile(r"[\[(](?:IPv6:)?([0-9A-Fa-f:.]{3,45})[\])]")
_NAMED_FIRST: Final = re.compile(
    r"from\s+\[(?:IPv6:)?([0-9A-Fa-f:.]{3,45})\]\s*\(helo=", re.IGNORECASE
)
_OWN_NETWORKS: Final = [
    ip_network(each)
    for each in [
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    ]
]
_BY: Final = re.compile(r"(?:\Afrom\s+\S.*?\s|\A)by\s+([^\s;()]+)", re.IGNORECASE | re.DOTALL)
_LONGEST: Final = 1000
_MOST_HOPS: Final = 10
_MOST_LOOKED_AT: Final = 32 * 1024


def answering_our_letter(key: bytes) -> Deliverer:
    """The deliverer of a mail that names the Message-ID of a letter to its address: its sender has read that letter."""
    return Deliverer.called(key, "reader", is_vouched=True)


def deliverer_of(mail: ReadMail, key: bytes, authserv_id: str | None) -> Deliverer:
    """The domain that vouches for the mail; else the host that gave it to our mail servers, by the topmost `Received:`
    that names one outside our networks; else the domain of its envelope; else unknown.
    """
    if is_authentic(mail, authserv_id):
        domain = (mail.from_address or "").rpartition("@")[2].casefold()
        return Deliverer.called(key, f"domain {domain}", is_vouched=True)
    received = [value for name, value in mail.headers if name == "received"]
    if host := next(_hosts(received), None):
        return Deliverer.called(key, f"host {host}")
    envelope = next((value for name, value in mail.headers if name == "return-path"), "")
    domain = envelope.strip(" <>").rpartition("@")[2].casefold()
    return Deliverer.called(key, f"envelope {domain}" if domain else "unknown")


def host_of(raw: bytes) -> str | None:
    """The host outside that gave a mail with these bytes to our mail servers, if they say so."""
    headers, _ = split_headers(raw[:_MOST_LOOKED_AT])
    received = [value.decode("ascii", "replace") for value in headers.all("received")]
    return next(_hosts(received), None)


def said_by(relay: str, raw: bytes) -> datetime | None:
    """When the mail server of this name had the mail, if the topmost `Received:` is its own; no other line is read."""
    fields, _ = split_headers(raw[:_MOST_LOOKED_AT])
    text = (fields.first("received") or b"").decode("ascii", "replace").lstrip()
    by = _BY.match(text)
    if not by or by[1].casefold() != relay.casefold():
        return None
    try:
        at = parsedate_to_datetime(text.rpartition(";")[2])
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _hosts(received: Sequence[str]) -> Iterator[str]:
    """The hosts outside that gave the mail on, the last one first; below the first they may be forged."""
    for value in received[:_MOST_HOPS]:
        said = value[:_LONGEST].partition(" by ")[0]
        first = _NAMED_FIRST.match(said)
        found = first[1] if first else next(iter(_BRACKETED.findall(said)[::-1]), "")
        try:
            address = ip_address(found)
        except ValueError:
            continue
        if isinstance(address, IPv6Address):
            address = address.ipv4_mapped or address
        if any(address in network for network in _OWN_NETWORKS):
            continue
        if isinstance(address, IPv6Address):
            yield str(IPv6Address(int(address) >> 64 << 64))
        else:
            yield str(address)
