"""Orders: how players write them, how they are read and worded, and what may be wrong with them."""
