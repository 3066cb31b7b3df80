"""Pictures that players send of their characters: any bytes made harmless, kept, and shown in their time."""
