"""Questions about what players have across seasons."""
