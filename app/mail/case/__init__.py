"""The case of a mail: who asks, how sure that is, and what is known of them, the season and the letter that was answered."""
