"""Tables, queries, transactions. All SQL of the program is here."""
