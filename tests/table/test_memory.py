"""Memory that a crowd has used goes back to the system."""

import asyncio
import sys
import threading
from pathlib import Path

import pytest

from fathoms.table.live import hub as live_hub
from fathoms.table.memory import give_memory_back
from fathoms.table.rooms.store import Store
from fathoms.table.settings import Settings
from tests.table.playing import PATIENCE

PIECES, SIZE = 60_000, 1000  # larger than what Python keeps pools of its own for


def resident() -> int:
    """Bytes of this process that lie in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1]) * 4096


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc holds it back, and is asked for it")
def test_what_was_freed_between_pieces_in_use_goes_back_to_the_system() -> None:
    pieces = [bytes(SIZE) for _ in range(PIECES)]
    kept = pieces[::100]
    full = resident()
    del pieces
    give_memory_back()
    assert full - resident() > PIECES * SIZE / 2
    assert len(kept) == PIECES // 100


def test_a_server_that_sweeps_hands_memory_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def sweep() -> None:
        store, called = Store(f"sqlite:///{tmp_path / 'tables.db'}"), threading.Event()
        monkeypatch.setattr(live_hub, "SWEEP_SECONDS", 0.0)
        monkeypatch.setattr(live_hub, "give_memory_back", called.set)
        hub = live_hub.Hub(store, Settings())
        sweeping = asyncio.create_task(hub.sweep())
        assert await asyncio.to_thread(called.wait, PATIENCE)
        sweeping.cancel()
        await hub.close()
        store.close()

    asyncio.run(sweep())
