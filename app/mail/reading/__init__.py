"""From the text of a mail to its request: no session is needed, and nothing is asked of the store."""
