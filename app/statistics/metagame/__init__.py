"""What answers a field: better builds, a mixture of its own builds that none of them beats, the worth of its cards."""
