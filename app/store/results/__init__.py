"""What seasons have brought forth: their runs, what was drawn and paired in stages, and the seals of their entries."""
