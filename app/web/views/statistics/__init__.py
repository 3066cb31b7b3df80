"""Statistics as pages show them: of a field, what answers it, and changes that would have won."""
