"""Ratings across seasons, computed from the results of players in all of them."""
