"""The answers to a field: better builds, a mixture of builds that no build of it beats, the worth of its cards."""
