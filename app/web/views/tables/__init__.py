"""Long tables on pages: everybody against everybody, the opponents of one, a part at a time."""
