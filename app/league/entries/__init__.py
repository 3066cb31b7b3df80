"""Entries: characters, what may be in one, which versions count, who has them, their pictures."""
