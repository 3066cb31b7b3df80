"""The mail edge: letters in and out."""
