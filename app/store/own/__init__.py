"""Queries for what players have across seasons."""
