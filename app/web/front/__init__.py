"""What stands in front of all pages: connections, the gate, pages from memory, logs."""
