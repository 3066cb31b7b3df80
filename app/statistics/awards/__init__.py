"""The awards of a season. They let many who did not win the season win something."""
