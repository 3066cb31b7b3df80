"""What a full table tells, from builds and outcomes alone."""
