"""Where a request comes from, as far as limits and logs care."""

import hmac
from ipaddress import IPv6Address, ip_address

from fastapi import Request

from app.web.proxies import claimed_client
from app.web.site import Site


def client_of(request: Request) -> str:
    """Its address; IPv6 addresses of one network are one client.

    Behind a server in front that nobody has named it is what that server says, beside its own address.
    """
    claimed = claimed_client(request)
    return peer_of(request) if claimed is None else f"{peer_of(request)} {network_of(claimed)}"


def peer_of(request: Request) -> str:
    """Whoever is connected to us: a client, or a server in front."""
    return network_of(request.client.host if request.client else "")


def digest_of(request: Request) -> str:
    """What stands for a client in the log: the same for the same network, and nobody reads an address out of it."""
    site: Site = request.app.state.site
    words = f"client\0{client_of(request)}"
    return hmac.new(site.key, words.encode("utf-8", "replace"), "sha256").hexdigest()[:12]


def network_of(host: str) -> str:
    """The address, or the network that stands for it; what is no address is left as it is."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)
