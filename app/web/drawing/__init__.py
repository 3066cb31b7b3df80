"""Pictures that the server draws: crests, and the cards by which links are shown elsewhere."""
