"""What a host looks at: whether the server is well, what it counts, and the host's own page."""
