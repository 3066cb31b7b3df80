"""Rankings of seasons that follow another (番付)."""
