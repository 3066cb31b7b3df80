"""The timetable of a season: its moments, planned, moved, held and skipped."""
