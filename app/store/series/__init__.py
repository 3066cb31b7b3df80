"""Seasons that belong together: editions of a cup, and rounds of a competition."""
