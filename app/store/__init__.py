"""Tables, questions, transactions: all SQL lives here."""
