"""Seasons in stages: what organisers plan, and how it is played."""
