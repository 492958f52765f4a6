"""Who is told what: the hub that keeps rooms, moves bots and hands events on, word between processes, and threads
to think in.
"""
