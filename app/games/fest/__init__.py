"""The school festival: two classes, three themes, cards in hand and orders by mail."""

from app.games.fest.game import FEST

GAMES = (FEST,)
