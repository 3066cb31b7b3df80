"""The fields of an entry in a mail, however people lay them out."""
