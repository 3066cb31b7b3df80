"""Ratings across seasons at rest, and places in their results."""
