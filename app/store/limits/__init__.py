"""What may happen how often."""
