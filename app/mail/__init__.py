"""Mail as bytes, in and out."""
