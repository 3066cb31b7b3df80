"""Due work: its claims, living workers, and how long it waits."""
