"""Seasons that belong together: editions of a cup, and rounds that continue one another."""
