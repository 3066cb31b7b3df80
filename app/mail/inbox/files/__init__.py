"""Files that stand beside the text of a mail, to text."""
