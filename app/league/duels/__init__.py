"""Duels: two play each other without an organiser, by settings on which they agree."""
