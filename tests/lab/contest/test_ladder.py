"""The ladder's script: which meetings, how files are merged, what is written."""

import json
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from fathoms import games
from fathoms.bots.players import LEVELS
from fathoms.lab.bench.search import PEER, told
from tests.scripts import load_script


@pytest.fixture(scope="module")
def ladder() -> ModuleType:
    return load_script("ladder")


def test_every_level_meets_the_one_below_at_every_table(ladder: ModuleType) -> None:
    for game in games.names():
        tables = [n for n in (2, 3, 4) if n in games.find(game).options.players]
        met = {(cell.players, cell.second, cell.first) for cell in ladder.cells([game])}
        assert met == {(n, *pair) for n in tables for pair in pairwise(LEVELS)}


def test_where_abyss_searches_as_captain_it_searches_as_much(ladder: ModuleType) -> None:
    steps = {cell.players: cell for cell in ladder.cells(["nukha"]) if cell.first == "abyss"}
    assert steps[4].entrant("abyss").iterations == steps[4].entrant("captain").iterations
    assert steps[3].entrant("abyss").iterations < steps[3].entrant("captain").iterations
    mates = next(cell for cell in ladder.cells(["locker"]) if cell.first == "mate")
    assert mates.entrant("mate").iterations == ladder.ITERATIONS["locker"]["mate"]


def test_files_are_merged_and_played_deals_are_not_played_again(ladder: ModuleType, tmp_path: Path) -> None:
    cell = ladder.cells(["locker"])[0]
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for number, file in enumerate(files):
        file.write_text(json.dumps({"cell": cell.name, "deal": number, "share": 0.5 + number / 2}) + "\n")
    done = ladder.read([*files, tmp_path / "none.jsonl"])
    assert done == {cell.name: {0: 0.5, 1: 1.0}}
    left = [deal for one, deal in ladder.missing(done, ladder.cells(["locker"])) if one == cell]
    assert left == list(range(2, cell.deals))
    row = next(line for line in ladder.render(files).splitlines() if line.startswith("| 2 | sailor | deckhand | 2 |"))
    assert "75.0%" in row


def test_a_deal_is_played_and_told(ladder: ModuleType) -> None:
    row = ladder.play(ladder.cells(["locker"])[0], 0)
    assert 0 <= row["share"] <= 1
    assert row["cell"] == "locker 2 sailor deckhand"


def test_the_bench_tells_the_search_beside_its_peer() -> None:
    rates = {("locker", "learned values"): 120_000.0, (PEER, "whole games"): 40_000.0}
    assert "| locker | learned values | 120,000 | 3.00 | 1.2 |" in told(rates)
    assert "| locker | learned values | 120,000 |  | 1.2 |" in told({key: rates[key] for key in list(rates)[:1]})
