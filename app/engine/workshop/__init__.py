"""Cards that people make: the parts that all games share. What a card is made of, how it is written, what can be
wrong.
"""

from typing import Final

SUFFIX: Final = "-cards"
"""The suffix that turns the slug of a game into that of its call."""
