"""Every simulated game as a row of a Parquet file, written as the games come, so that memory does not grow.

Needs the extra `parquet`.
"""

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.extras import needing
from fathoms.lab.simulate.simulation import Plan, Results

GROUP = 100_000  # rows that are kept before they are written


def _need_pyarrow() -> tuple[ModuleType, ModuleType]:
    with needing("parquet", instead="--json"):
        import pyarrow
        from pyarrow import parquet
    return pyarrow, parquet


class RowWriter:
    """Writes beside `file` and puts it in place when it is closed. With `after` it goes on from that many rows."""

    def __init__(self, file: Path, plan: Plan, after: int = 0) -> None:
        self.arrow, self.parquet = _need_pyarrow()
        self.file, self.plan = file, plan
        self.waiting: list[Any] = []
        self.part = file.with_name(file.name + ".part")
        kinds = self.arrow
        columns = [("game", kinds.int64()), ("table", kinds.int32()), ("winners", kinds.string())]
        columns += [(name, kinds.int32()) for name in ("decisions", "events", "fault")]
        columns += [(f"score_{seat}", kinds.int32()) for seat in self._seats()] + [("hash", kinds.uint64())]
        told = json.dumps({**plan.told(), "options": list(plan.options)}, default=str)
        self.schema = kinds.schema(columns, metadata={"fathoms": told})
        if after:
            self._check_earlier(after)
        self.writer = self.parquet.ParquetWriter(self.part, self.schema)
        if after:
            self._copy_earlier()

    def _seats(self) -> str:
        return SEATS[: max(int(values["players"]) for values in self.plan.options)]

    def _check_earlier(self, rows: int) -> None:
        there = self.parquet.ParquetFile(self.file).metadata.num_rows if self.file.exists() else 0
        if there != rows:
            raise OptionError(
                f"{self.file} holds {there} rows, and {rows} games were played; allowed: to begin both files anew"
            )

    def _copy_earlier(self) -> None:
        earlier = self.parquet.ParquetFile(self.file)
        for group in range(earlier.num_row_groups):
            self.writer.write_table(earlier.read_row_group(group).cast(self.schema))

    def add(self, results: Results, first: int) -> None:
        numbers = np.arange(first, first + len(results))
        names = np.array([_named(mask) for mask in range(1 << len(SEATS))])
        columns = {
            "game": numbers,
            "table": (numbers % len(self.plan.options)).astype(np.int32),
            "winners": names[results["winners"]],
            **{name: results[name] for name in ("decisions", "events", "fault", "hash")},
            **{f"score_{seat}": results["scores"][:, n] for n, seat in enumerate(self._seats())},
        }
        self.waiting.append(self.arrow.table({name: columns[name] for name in self.schema.names}, self.schema))
        if sum(len(table) for table in self.waiting) >= GROUP:
            self._write()

    def _write(self) -> None:
        if self.waiting:
            self.writer.write_table(self.arrow.concat_tables(self.waiting))
            self.waiting = []

    def close(self) -> None:
        self._write()
        self.writer.close()
        self.part.replace(self.file)


def _named(mask: int) -> str:
    return "".join(seat for n, seat in enumerate(SEATS) if mask >> n & 1)
