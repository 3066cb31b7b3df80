"""The online card plan: characters that change their class, and a pile that is life and clock."""

from typing import Final

from app.games.ocg.game import OnlineCard

GAMES: Final = (OnlineCard(),)
"""All versions of the rules, the newest first."""
