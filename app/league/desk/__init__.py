"""What organisers do to entries and see before they publish; each act is in the log."""
