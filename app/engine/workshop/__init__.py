"""Cards that people make: the parts that all games share. What a card is made of, how it is written, what can be
wrong.
"""
