"""The lots of a season in stages: committed to when it opens, revealed with its results."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Final

from sqlmodel import Session

from app.store.results import stages
from app.store.tables import Lottery, Season
from app.tournament.formats.lots import Lots

ROOT_BYTES: Final = 32


def draw(session: Session, season: Season, now: datetime) -> None:
    """The season has its secret from now on, and its commitment to it. It is drawn once, and only where there are stages."""
    if season.stages and stages.lottery(session, season) is None:
        root = secrets.token_bytes(ROOT_BYTES)
        session.add(
            Lottery(season_id=season.id, root=root, commitment=commitment(root), drawn_at=now)
        )
        session.flush()


def commitment(root: bytes) -> str:
    """What is published of the secret."""
    return sha256(b"pbm-root-v1\0" + root).hexdigest()


def lots_of(
    root: bytes, slug: str, rules_version: str, numbers: Sequence[int], seals: Sequence[str]
) -> Lots:
    """The lots of these entrants: their seals are what each brings, and all of them together are the beacon.

    So nobody knows a lot before entries close: players do not know the secret, and we do not know their seals.
    """
    lines = "".join(f"{number}\t{seal}\n" for number, seal in zip(numbers, seals, strict=True))
    beacon = sha256(lines.encode()).hexdigest()
    return Lots(root=root, stage=slug, rules=rules_version, nonces=tuple(seals), beacon=beacon)
