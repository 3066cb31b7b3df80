"""What is shown of a character or a season elsewhere: crests, pictures, cards for links, frames for other sites."""
