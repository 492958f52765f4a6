"""What a host can do: look at tables and people, close, remove, ban, clear, back up and check.

The command `fathoms admin` and the host's page are two doors to the same desk.
"""
