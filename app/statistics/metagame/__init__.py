"""Answers to a field: better builds, a mixture of builds that no build beats, and the worth of its cards."""
