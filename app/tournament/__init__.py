"""A round robin, pure: entries in, results and tables out. Nothing here knows a database."""
