"""What people see in a browser, a module a kind of page."""
