"""Ratings across seasons at rest."""
