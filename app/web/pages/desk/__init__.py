"""The organisers' desk."""
