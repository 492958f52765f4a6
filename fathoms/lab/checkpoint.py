"""What is kept of a simulation: a file to go on from after an interrupt, and the results as JSON."""

import json
import time
from collections.abc import Callable
from pathlib import Path

from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.kinds import Json
from fathoms.lab.parquet import RowWriter
from fathoms.lab.simulate.simulation import Plan, Tally, simulate

EVERY = 2.0  # seconds between two writings of the file
KIND = "fathoms simulation 1"


class Keeper:
    """The tally in a file, written now and then; a simulation goes on from it and ends as if never interrupted."""

    def __init__(self, file: Path, plan: Plan) -> None:
        self.file, self.plan = file, plan
        self.written = self.begun = time.monotonic()
        self.tally, self.seconds_before = self._read() if file.exists() else (Tally(), 0.0)

    @property
    def seconds(self) -> float:
        """Spent on the games, before an interrupt and since."""
        return self.seconds_before + time.monotonic() - self.begun

    def _read(self) -> tuple[Tally, float]:
        allowed = "allowed: the file of this same simulation, or a new one"
        try:
            kept = json.loads(self.file.read_text(encoding="utf-8"))
            assert kept["kind"] == KIND
            plan, tally, seconds = kept["plan"], Tally.from_told(kept["tally"]), float(kept["seconds"])
        except (OSError, ValueError, KeyError, TypeError, AssertionError) as error:
            raise OptionError(f"cannot go on from {self.file}; {allowed}") from error
        for name, value in self.plan.told().items():
            if plan.get(name) != value:
                raise OptionError(f"{self.file} was begun with {name}={plan.get(name)!r}, not {value!r}; {allowed}")
        return tally, seconds

    def note(self, tally: Tally) -> None:
        if time.monotonic() - self.written > EVERY:
            self.write(tally)

    def write(self, tally: Tally) -> None:
        kept = {"kind": KIND, "plan": self.plan.told(), "seconds": self.seconds, "tally": tally.told()}
        beside = self.file.with_name(self.file.name + ".part")
        beside.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        beside.replace(self.file)
        self.written = time.monotonic()


def simulate_kept(
    plan: Plan,
    games: int,
    cores: int | None,
    progress: Callable[[int], None],
    *,
    on: str = "cpu",
    resume: Path | None = None,
    parquet: Path | None = None,
) -> tuple[Tally, float]:
    """Simulate with a file to go on from, a file of rows, both or neither; the tally, and the seconds it took."""
    keeper = Keeper(resume, plan) if resume else None
    begun = time.monotonic()
    tally = keeper.tally if keeper else Tally()
    rows = RowWriter(parquet, plan, after=tally.games) if parquet else None

    def note(tally: Tally) -> None:
        progress(tally.games)
        if keeper:
            keeper.note(tally)

    keep_rows = {"keep_rows": rows.add} if rows else {}
    simulate(plan, games, cores, note, on=on, tally=tally, **keep_rows)
    if rows:
        rows.close()
    if keeper:
        keeper.write(tally)
    return tally, keeper.seconds if keeper else time.monotonic() - begun


def results_json(plan: Plan, tally: Tally, on: str, seconds: float) -> Json:
    """The results, for programs: what the table shows, the exact sums, and what was played."""
    players = max(int(values["players"]) for values in plan.options)
    levels = list(plan.bots) * players if len(plan.bots) == 1 else list(plan.bots)
    seats = {}
    for seat in range(players):
        (share, half), (score, deviation) = tally.win_share(seat), tally.score(seat)
        seats[SEATS[seat]] = {
            "bot": levels[seat],
            "wins": share,
            "wins_half_interval": half,
            "score": score,
            "score_deviation": deviation,
        }
    return {
        **plan.told(),
        "options": list(plan.options),
        "on": on,
        "seconds": seconds,
        "games": tally.games,
        "decisions_a_game": tally.decisions / tally.games,
        "digest": tally.digest_text,
        "seats": seats,
        "sums": tally.told(),
    }
