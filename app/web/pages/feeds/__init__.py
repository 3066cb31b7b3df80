"""What others subscribe to: feeds of news, calendars of deadlines."""
