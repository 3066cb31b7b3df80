"""From the text of a mail to its request, done and answered."""
