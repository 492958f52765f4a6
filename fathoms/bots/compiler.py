"""The machine's one compiler: takes a lock, then has each game compiled in a process of its own, at low priority.

Run as a script by the server, and needs nothing but Python: servers that wait for another's compiler wait cheaply.
`python compiler.py FOLDER SERVER JOB…`, a job being GAME:PURPOSE. It ends with its server, however that ends.
"""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows: there, every server has a compiler of its own
    fcntl = None  # type: ignore[assignment]

LOOK_SECONDS = 0.5
AT_WORK = "compiling"  # the file that is locked, and tells what is being compiled


def main(folder: Path, server: int, jobs: list[str]) -> None:
    """Compile what is asked for, one after the other, once no other compiler is at work."""
    folder.mkdir(parents=True, exist_ok=True)
    if hasattr(os, "nice"):
        os.nice(19)
    running: list[subprocess.Popen[bytes]] = []
    threading.Thread(target=_end_with, args=(server, running), daemon=True).start()
    with (folder / AT_WORK).open("a+") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        for job in jobs:
            _note(lock.fileno(), job)
            running[:] = [subprocess.Popen([sys.executable, "-m", "fathoms.bots.warm", *job.split(":")])]
            running[0].wait()
        _note(lock.fileno(), "")


def _note(file: int, job: str) -> None:
    os.ftruncate(file, 0)
    os.write(file, job.encode())


def _end_with(server: int, running: list[subprocess.Popen[bytes]]) -> None:
    """A server that is gone has no use for what is compiled here."""
    while os.getppid() == server:
        time.sleep(LOOK_SECONDS)
    for one in list(running):
        one.kill()
    os._exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
