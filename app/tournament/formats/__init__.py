"""Formats: they decide the next pairings and the standings.

Each is pure. A format does not know whether a meeting takes a microsecond or eight exchanges.
"""
