"""The upkeep of a database: migrations, backups."""
