"""Text as people type it, and as it is laid out."""
