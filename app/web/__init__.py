"""Pages and the programming interface: HTTP in and out."""
