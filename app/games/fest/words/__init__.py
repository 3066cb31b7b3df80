"""What players of the festival read and write: cards, decks, tellings and diagrams."""
