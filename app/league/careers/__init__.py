"""Across seasons: owners who want to be known, and what they and their characters have done."""
