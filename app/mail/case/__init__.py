"""The case of a mail: its sender and how sure that is, and the facts about the player, the season
and the answered letter.
"""
