"""The people: players, organisers, their tokens, and addresses that are blocked."""
