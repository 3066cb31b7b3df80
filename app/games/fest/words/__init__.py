"""The words of the festival for players: cards, decks, reports and diagrams."""
