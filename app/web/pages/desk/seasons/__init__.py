"""A season on the organisers' desk."""
