"""Use cases of a tournament: each takes a session, and never commits."""
