"""VAPID (RFC 8292): the signature that proves to the push services of browsers that a message is ours.

The key is derived from the site's secret, so there is no other file to keep and to back up.
"""

import hmac
import json
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from cryptography.hazmat.primitives import hashes, serialization as plain
from cryptography.hazmat.primitives.asymmetric import ec, utils

_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the group of P-256."""


@lru_cache(maxsize=4)
def keys(secret: bytes) -> tuple[ec.EllipticCurvePrivateKey, str]:
    """The private key, and the public one as scripts and headers have it."""
    drawn = int.from_bytes(hmac.digest(secret, b"vapid", "sha512"))
    private = ec.derive_private_key(drawn % (_ORDER - 1) + 1, ec.SECP256R1())
    form = plain.Encoding.X962, plain.PublicFormat.UncompressedPoint
    return private, _encoded(private.public_key().public_bytes(*form))


def authorization(secret: bytes, endpoint: str, contact: str, now: datetime) -> str:
    """The header that tells the push service of this endpoint who we are and where to complain. Valid for twelve
    hours.
    """
    private, public = keys(secret)
    claims = {
        "aud": "/".join(endpoint.split("/")[:3]),
        "exp": int((now + timedelta(hours=12)).timestamp()),
        "sub": contact,
    }
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    said = ".".join(_encoded(json.dumps(each).encode()) for each in parts)
    drawn = utils.decode_dss_signature(private.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    return f"vapid t={said}.{_encoded(b''.join(each.to_bytes(32) for each in drawn))}, k={public}"


def _encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()
