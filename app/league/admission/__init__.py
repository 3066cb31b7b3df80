"""What a season admits: the contents of submissions, the characters of a player, places."""
