"""Which addresses are private, and which of them this machine has."""

from __future__ import annotations

import ipaddress
import socket

PRIVATE_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)
"""Loopback, private use (RFC 1918, RFC 4193) and link-local (RFC 3927, RFC 4291)."""

# One address behind each private range, and one (RFC 5737) behind the default route.
PROBES = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")


def is_private(text: str) -> bool:
    """Whether `text` is an IP address, bare or in brackets, that only a local network can reach."""
    try:
        address = ipaddress.ip_address(text.removeprefix("[").removesuffix("]").partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in network for network in PRIVATE_NETWORKS)


def is_this_machines_own(name: str) -> bool:
    """Whether a host's name or address means the machine itself, wherever it is asked."""
    return name.strip("[]") in ("localhost", "127.0.0.1", "::1", "testserver")


def lan_addresses() -> tuple[str, ...]:
    """This machine's private IPv4 addresses, the one towards the outside first.

    No packet is sent: connecting a datagram socket only asks the system for its route.
    """
    found: dict[str, None] = {}
    for probe in PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
            try:
                route.connect((probe, 9))
            except OSError:
                continue
            address = route.getsockname()[0]
        if is_private(address) and not ipaddress.ip_address(address).is_loopback:
            found[address] = None
    return tuple(found)
