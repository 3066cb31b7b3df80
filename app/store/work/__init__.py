"""Due work: who has it in hand, who is alive, how long it waits."""
