"""Security: who may do what, and who did."""
