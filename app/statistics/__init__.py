"""Statistics of a full table, computed from builds and outcomes alone."""
