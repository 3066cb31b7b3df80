"""Faults by lot, while a season is played: what the site has said yes to must hold."""
