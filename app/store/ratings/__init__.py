"""Stored ratings across seasons, and places in results."""
