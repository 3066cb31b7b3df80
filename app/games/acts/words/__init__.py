"""ACT:S in words."""
