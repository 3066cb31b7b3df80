"""The awards of a season: who did what better than all others, so that many who did not win have won something."""
