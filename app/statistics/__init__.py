"""Statistics of a full table, from builds and outcomes alone."""
