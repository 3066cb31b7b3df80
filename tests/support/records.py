"""Records as a forger makes them: everything that depends on a changed value is computed again."""

from app.league.archive.parts import RecordedEntry
from app.league.archive.record import Record, digest_of
from app.league.seals import commitment
from app.store.results import parts


def bound(record: Record) -> Record:
    """With the last digest of what it says."""
    return record.model_copy(update={f"digest_{record.proof + 1}": digest_of(record)})


def sealed(record: Record, entry: RecordedEntry) -> RecordedEntry:
    """With the seal of what it says in this record."""
    rules = entry.rules or record.rules
    if record.proof == 2:
        seal = parts.seal(entry.part_digests(), record.season.slug, rules)
    else:
        said = (entry.name, entry.build, entry.lore, entry.extras, rules)
        seal = commitment(bytes.fromhex(entry.salt), *said)
    return entry.model_copy(update={"commitment": seal})
