"""The content of letters: a row becomes a subject, text and HTML."""
