"""Crash tests: processes are killed at work, then everything is looked for."""
