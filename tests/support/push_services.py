"""A service of browsers of our own, as RFC 8030 and 8292 have it: it knows whom it listens to, and keeps what it was told."""

import base64
import json
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_address
from threading import Event

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from app.jobs import outgoing
from app.jobs.webhooks import Post, Pushes
from app.text.hosts import Address
from tests.support.mail_servers import CERTIFICATE
from tests.support.outgoing import some_settings
from tests.support.tls import over_tls


@dataclass
class Heard:
    """One message as it came."""

    path: str
    headers: dict[str, str]
    body: bytes
    claims: dict[str, object]


@dataclass
class PushService:
    """`key`: the public key that browsers were given. `status`: its answers. `how`: `slow`, `huge` or `redirect`."""

    key: str
    status: int = 201
    how: str = ""
    port: int = 0
    heard: list[Heard] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    is_over: Event = field(default_factory=Event)

    def endpoint(self, name: str = "a") -> str:
        return f"https://push.example:{self.port}/push/{name}"

    def read(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """The status; a message that is not signed with the key of the browser is refused."""
        try:
            claims = claims_of(headers["Authorization"], self.key)
        except (KeyError, ValueError, InvalidSignature) as error:
            self.refused.append(repr(error))
            return 403
        self.heard.append(Heard(path, headers, body, claims))
        return self.status


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def claims_of(authorization: str, key: str) -> dict[str, object]:
    """What is signed, if it is by this key. Raises `InvalidSignature` or `ValueError`."""
    scheme, _, rest = authorization.partition(" ")
    told = dict(part.strip().split("=", 1) for part in rest.split(","))
    if scheme != "vapid" or told["k"] != key:
        raise ValueError(authorization)
    said, _, signature = told["t"].rpartition(".")
    header, _, claims = said.partition(".")
    if json.loads(_bytes(header)) != {"typ": "JWT", "alg": "ES256"}:
        raise ValueError(header)
    raw = _bytes(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _bytes(key))
    public.verify(pair, said.encode(), ECDSA(SHA256()))
    found: dict[str, object] = json.loads(_bytes(claims))
    return found


@contextmanager
def a_push_service(key: str) -> Iterator[PushService]:
    """It listens as long as the block lasts."""
    service = PushService(key)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status = service.read(self.path, dict(self.headers.items()), body)
            if service.how == "slow":
                service.is_over.wait(30)
            self.send_response(307 if service.how == "redirect" else status)
            if service.how == "redirect":
                self.send_header("Location", service.endpoint("elsewhere"))
            self.send_header("Content-Length", str(10**9 if service.how == "huge" else 0))
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with over_tls(Handler) as service.port:
        try:
            yield service
        finally:
            service.is_over.set()


async def _here(*_: object) -> Sequence[Address]:
    return [ip_address("127.0.0.1")]


def pushes(post: Post | None = None) -> Pushes:
    """The job, for which this machine is the public internet, unless it posts otherwise."""
    trusted = ssl.create_default_context(cafile=str(CERTIFICATE))
    trusted.check_hostname = False  # its certificate is that of this machine
    reach = partial(outgoing.post, most=0, may_reach=lambda _: True, verify=trusted, resolve=_here)
    return Pushes(some_settings(), post or reach)
