"""A simulation that was interrupted goes on and ends as if it had not been; its results can be read by programs."""

import json
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fathoms import OptionError, games
from fathoms.lab.checkpoint import Keeper, results_json, simulate_kept
from fathoms.lab.parquet import RowWriter
from fathoms.lab.simulate.simulation import CHUNK, Plan, Tally, play_chunk, simulate

parquet = pytest.importorskip("pyarrow.parquet")
GAMES = 4 * CHUNK + 11


def plan(**changes: Any) -> Plan:
    locker = games.find("locker")
    return replace(Plan(locker, [locker.options.read()], ("deckhand",), seed=6), **changes)


def interrupt_after(games_played: int) -> Any:
    def progress(done: int) -> None:
        if done >= games_played:
            signal.raise_signal(signal.SIGINT)

    return progress


def quiet(done: int) -> None:
    pass


def test_interrupted_twice_it_ends_with_the_same_sums_and_rows(tmp_path: Path) -> None:
    kept, rows, whole = tmp_path / "kept.json", tmp_path / "rows.parquet", tmp_path / "whole.parquet"
    for stop in (CHUNK, 3 * CHUNK):
        tally, _ = simulate_kept(plan(), GAMES, 1, interrupt_after(stop), resume=kept, parquet=rows)
        assert tally.games == stop == Keeper(kept, plan()).tally.games == parquet.ParquetFile(rows).metadata.num_rows
    tally, seconds = simulate_kept(plan(), GAMES, 1, quiet, resume=kept, parquet=rows)
    assert seconds > 0
    assert tally.told() == simulate(plan(), GAMES, 1).told()
    simulate_kept(plan(), GAMES, 1, quiet, parquet=whole)
    assert parquet.read_table(rows).equals(parquet.read_table(whole))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.json", "rows.parquet", "whole.parquet"]


def test_what_is_whole_is_not_played_again_and_can_grow(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    simulate_kept(plan(), 500, 1, quiet, resume=kept)
    heard: list[int] = []
    assert simulate_kept(plan(), 500, 1, heard.append, resume=kept)[0].games == 500
    assert heard == []
    assert simulate_kept(plan(), 700, 1, quiet, resume=kept)[0].told() == simulate(plan(), 700, 1).told()


@pytest.mark.parametrize("changes", [{"seed": 7}, {"bots": ("sailor",)}, {"check": True}, {"options": None}])
def test_another_simulation_is_not_gone_on_with(tmp_path: Path, changes: dict[str, Any]) -> None:
    kept = tmp_path / "kept.json"
    simulate_kept(plan(), 20, 1, quiet, resume=kept)
    if "options" in changes:
        changes = {"options": [games.find("locker").options.read(players=2)]}
    with pytest.raises(OptionError, match="allowed: the file of this same simulation"):
        Keeper(kept, plan(**changes))


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"kind": "fathoms simulation 1"}', '{"kind": "other"}'])
def test_a_file_that_is_none_of_ours_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text(text)
    with pytest.raises(OptionError, match="cannot go on from"):
        simulate_kept(plan(), 20, 1, quiet, resume=kept)
    assert kept.read_text() == text


def test_rows_that_do_not_fit_the_kept_tally_are_refused(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    simulate_kept(plan(), 20, 1, quiet, resume=kept)
    with pytest.raises(OptionError, match="holds 0 rows, and 20 games were played"):
        simulate_kept(plan(), 40, 1, quiet, resume=kept, parquet=tmp_path / "rows.parquet")


def test_a_row_tells_the_game(tmp_path: Path) -> None:
    locker = games.find("locker")
    one = plan(options=[locker.options.read(players=players) for players in (2, 4)])
    file = tmp_path / "rows.parquet"
    simulate_kept(one, 40, 1, quiet, parquet=file)
    table, results = parquet.read_table(file), play_chunk(one, 0, 40)
    rows = table.to_pylist()
    assert [row["game"] for row in rows] == list(range(40))
    assert [row["table"] for row in rows] == [0, 1] * 20
    assert [row["hash"] for row in rows] == results["hash"].tolist()
    assert [row["score_D"] for row in rows] == results["scores"][:, 3].tolist()
    assert "score_E" not in table.column_names
    for row, mask in zip(rows, results["winners"], strict=True):
        assert row["winners"] == "".join(seat for n, seat in enumerate("ABCD") if mask >> n & 1)
    told = json.loads(table.schema.metadata[b"fathoms"])
    assert (told["game"], told["seed"], len(told["options"])) == ("locker", 6, 2)


def test_rows_are_written_as_they_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fathoms.lab.parquet.GROUP", 100)
    writer = RowWriter(tmp_path / "rows.parquet", plan())
    results = play_chunk(plan(), 0, 60)
    most = 0
    for first in range(0, 600, 60):
        writer.add(results, first)
        most = max(most, sum(len(table) for table in writer.waiting))
    writer.close()
    assert most < 100
    assert parquet.ParquetFile(tmp_path / "rows.parquet").metadata.num_rows == 600


def test_a_tally_survives_being_told() -> None:
    tally = simulate(plan(), 50, 1)
    tally.first_fault = (3, 14)
    again = Tally.from_told(json.loads(json.dumps(tally.told())))
    assert again.told() == tally.told()
    assert again.first_fault == (3, 14)
    assert isinstance(again.shares, np.ndarray)


def test_the_json_says_what_was_played_and_what_came_of_it() -> None:
    one = plan(bots=("sailor", "deckhand", "deckhand"))
    tally = simulate(one, 300, 1)
    told = json.loads(json.dumps(results_json(one, tally, "cpu", 1.5)))
    assert told["games"] == 300
    assert told["digest"] == tally.digest_text
    assert list(told["seats"]) == ["A", "B", "C"]
    assert told["seats"]["A"]["bot"] == "sailor"
    assert told["seats"]["A"]["wins"] == pytest.approx(tally.win_share(0)[0])
    assert sum(seat["wins"] for seat in told["seats"].values()) == pytest.approx(1)
    assert Tally.from_told(told["sums"]).told() == tally.told()
