"""Seasons: what organisers decide of one, its news, its stages, and the cups and rounds that join several."""
