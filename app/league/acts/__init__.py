"""What organisers do to a season: one object an act, and the table that pages, the API and commands are made of."""
