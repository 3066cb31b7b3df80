"""Seasons in stages: how organisers plan them, and how they are played."""
