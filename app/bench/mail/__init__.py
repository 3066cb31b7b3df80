"""Benchmarks of mail, in and out."""
