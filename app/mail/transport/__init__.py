"""Transports of mail, in and out."""
