"""A battle as pages show it: the story in full, and what a reader needs to watch it step by step."""

from app.web.views.battles.page import Contender, battle_page, on_stage

__all__ = ["Contender", "battle_page", "on_stage"]
