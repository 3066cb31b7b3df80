"""Answers to mail that is no entry: to questions, once more to what is known, to what could not be taken."""
