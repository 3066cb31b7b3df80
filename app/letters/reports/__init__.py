"""What a report says: a season of a player in a headline, its battles told, the table around it, every opponent."""
