"""Plan, move, hold and skip the steps of a season's timetable."""
