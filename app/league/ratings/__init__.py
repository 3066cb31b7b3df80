"""Ratings across seasons: counted from published results, and explained."""
