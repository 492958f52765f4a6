"""What a table is: its match and seats in memory, the lobby before and between games, who people are, and the
database that keeps all of it. Knows nothing of pages or sockets.
"""
