"""Changes of an entry: as they are written in sentences, and the entry as it is with them."""
