"""From bytes to the sender's own text."""
