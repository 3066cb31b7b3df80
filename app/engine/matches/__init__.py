"""Matches: games with decisions after the build, with hands, dice and orders. Standard library only."""
