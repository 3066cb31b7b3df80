"""Doors through which mail comes in, and ways on which it goes out."""
