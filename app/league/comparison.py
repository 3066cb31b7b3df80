"""Two revisions of an entry beside each other: what would change, and what has."""

from typing import Final

from app.store.tables import Revision

FIELDS: Final = ("name", "build", "owner", "url", "lore", "extras")


def changes(before: Revision, after: Revision) -> frozenset[str]:
    """The fields in which these differ."""
    return frozenset(field for field in FIELDS if getattr(before, field) != getattr(after, field))
