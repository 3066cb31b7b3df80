"""A card of an organiser's own, as a file has it."""

VOLLEY = """[[card]]
id = "volley"
char = "矢"
ja = "一斉射撃"
en = "Volley"
family = "damage"
force = 1

[[card.ability]]
kind = "action"
do = "hit-enemy"
points = 3
"""
