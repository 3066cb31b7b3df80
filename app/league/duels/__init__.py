"""Duels: two play each other face to face, in two sealed stages and a battle."""
