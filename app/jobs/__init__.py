"""Due work: claimed once, done outside any transaction, kept only where the claim still holds."""
