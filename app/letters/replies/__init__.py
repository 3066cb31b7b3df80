"""Answers to mails without an entry: questions, repeated entries, and parts that were left out."""
