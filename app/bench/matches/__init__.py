"""Benchmarks of games with decisions: matches, exchanges, seasons."""
