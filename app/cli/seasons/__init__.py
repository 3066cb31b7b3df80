"""Seasons from the command line."""
