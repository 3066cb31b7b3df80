"""The archive of a season: its public pages and data as files that need no server."""
