"""What comes due for seasons: steps of their timetables, places, reminders, and what their results count for."""
