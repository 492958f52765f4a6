"""Games that are kept: what a save holds, and whether it holds true (`verify`)."""

from fathoms.engine.records.record import FORMAT, Origin, Record, Tide, read_record, state_hash

__all__ = ["FORMAT", "Origin", "Record", "Tide", "read_record", "state_hash"]
