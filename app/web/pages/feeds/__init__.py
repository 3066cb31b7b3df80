"""Feeds of news and calendars of deadlines, for subscribing."""
