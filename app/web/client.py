"""The client of a request, for limits and logs."""

import hmac
import logging
from ipaddress import IPv6Address, ip_address
from typing import Final

from fastapi import Request

from app.web.dependencies import Site


def client_of(request: Request) -> str:
    """The client's address; all IPv6 addresses of one network count as one client.

    Behind a proxy that FORWARDED_ALLOW_IPS does not list, the client is the name the proxy gives together with
    the proxy's own address.
    """
    claimed = claimed_client(request)
    return peer_of(request) if claimed is None else f"{peer_of(request)} {network_of(claimed)}"


def peer_of(request: Request) -> str:
    """The address of the other end: a client, or a server in front."""
    return network_of(request.client.host if request.client else "")


def digest_of(request: Request) -> str:
    """The digest of a client for the log: the same for the same network; no address can be read out of it."""
    site: Site = request.state.site
    words = f"client\0{client_of(request)}"
    return hmac.new(site.key, words.encode("utf-8", "replace"), "sha256").hexdigest()[:12]


def network_of(host: str) -> str:
    """The IP address, or the network that stands for it; other text is returned unchanged."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)


_log: Final = logging.getLogger(__name__)
_told: Final[set[str]] = set()
_MOST_TOLD: Final = 20


def claimed_client(request: Request) -> str | None:
    """The client named by a proxy that `FORWARDED_ALLOW_IPS` does not list; else None.

    For a listed proxy, Uvicorn has already put the client in its place. Any client can write such a header, so
    the value may tell clients apart but proves nothing.
    """
    named = [
        each.strip()
        for value in request.headers.getlist("X-Forwarded-For")
        for each in value.split(",")
    ]
    if not named and "Forwarded" in request.headers:
        named = [request.headers.getlist("Forwarded")[-1].rpartition(",")[2].strip()]
    peer = request.client.host if request.client else ""
    if not named or any(peer and peer in each for each in named):
        return None
    _warn(peer)
    return named[-1][:100]


def _warn(peer: str) -> None:
    """Say once in the life of the program which server should be named."""
    if peer not in _told and len(_told) < _MOST_TOLD:
        _told.add(peer)
        _log.warning(
            "requests come from %s with X-Forwarded-For or Forwarded, and FORWARDED_ALLOW_IPS does not name it: "
            "if it is your server in front, name it there, so that limits count its clients",
            peer,
        )
