"""Plan, open, close and change seasons. Cups and rounds join several seasons."""
