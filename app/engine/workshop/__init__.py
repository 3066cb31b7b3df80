"""Cards that people make: what one is made of, how it is written, and what can be wrong with it. What games share of that."""
