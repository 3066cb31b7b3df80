"""What letters say: a row becomes a subject, text and HTML."""
