"""Formats: who meets whom next, and who stands where.

Each is pure; whether a meeting takes a microsecond or eight exchanges is not known here.
"""
