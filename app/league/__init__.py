"""What a tournament does: one module, one verb."""
