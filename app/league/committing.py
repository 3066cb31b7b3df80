"""Commitments: proof that nothing of a revision changed after its receipt."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def commitment(
    salt: bytes, name: str, build: str, lore: str, extras: Mapping[str, Any], rules: str
) -> str:
    """SHA-256, in hex, over the salt and the canonical JSON of what was sent.

    Canonical: keys in order, no blanks, UTF-8, nothing escaped that need not be.
    """
    content = {"name": name, "build": build, "lore": lore, "extras": extras, "rules": rules}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(salt + text.encode()).hexdigest()
