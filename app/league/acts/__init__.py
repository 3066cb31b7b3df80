"""The acts of organisers on a season, one object each. Pages, the API and commands are built from their table."""
