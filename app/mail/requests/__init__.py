"""From the text of a mail to what it asks for, done and answered."""
