"""Ratings across seasons: what results say of those who play, whichever season they stood in."""
