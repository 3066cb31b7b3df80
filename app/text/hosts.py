"""Hosts of the internet: which of them anybody can reach."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

Address = IPv4Address | IPv6Address
_GLOBAL: Final = ip_network("2000::/3")
"""What IANA has given to the public internet (RFC 4291 §2.4)."""
_NOT_PUBLIC: Final = [
    ip_network(each)
    for each in (
        *("192.0.0.0/24", "192.88.99.0/24"),  # RFC 6890, RFC 7526
        *("2001::/23", "2001:db8::/32", "3fff::/20"),  # RFC 2928, RFC 3849, RFC 9637
    )
]
_NAT64: Final = IPv6Network("64:ff9b::/96")


def is_public(address: Address) -> bool:
    """Whether this address is on the public internet. An address that carries another must carry a public one."""
    if isinstance(address, IPv6Address):
        if carried := _carried(address):
            return is_public(carried)
        if address not in _GLOBAL:
            return False
    is_ours = any(
        address in network for network in _NOT_PUBLIC if network.version == address.version
    )
    return address.is_global and not address.is_multicast and not is_ours


def _carried(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address inside an IPv6 one: mapped, 6to4, Teredo or NAT64."""
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    if address.teredo:
        return address.teredo[1]
    return address.ipv4_mapped or address.sixtofour


def is_ours_alone(host: str) -> bool:
    """Whether a host in a URL can never be public: a private address, or a name of this machine (RFC 6761 §6.3)."""
    name = host.lower().rstrip(".")
    if not host.startswith("["):
        name = name.partition(":")[0].rstrip(".")
    try:
        return not is_public(ip_address(name.partition("]")[0].strip("[")))
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
