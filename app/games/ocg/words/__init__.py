"""The online card plan in words."""
