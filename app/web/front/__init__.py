"""Everything in front of the pages: connections, the gate, cached pages, logs."""
