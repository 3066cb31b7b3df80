"""Due work: its claims, the workers alive, how long it waits."""
