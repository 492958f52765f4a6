"""The ladder: which meetings, how files are merged, what is written."""

import json
from itertools import pairwise
from pathlib import Path

from fathoms import games
from fathoms.bots.levels import LEVELS
from fathoms.lab.contest import ladder


def test_every_level_meets_the_one_below_at_every_table() -> None:
    for game in games.names():
        tables = [n for n in (2, 3, 4) if n in games.find(game).options.players]
        met = {(cell.players, cell.second, cell.first) for cell in ladder.cells([game])}
        assert met == {(n, *pair) for n in tables for pair in pairwise(LEVELS)}


def test_where_abyss_searches_as_captain_it_searches_as_much() -> None:
    steps = {cell.players: cell for cell in ladder.cells(["nukha"]) if cell.first == "abyss"}
    assert steps[4].entrant("abyss").iterations == steps[4].entrant("captain").iterations
    assert steps[3].entrant("abyss").iterations < steps[3].entrant("captain").iterations
    mates = next(cell for cell in ladder.cells(["locker"]) if cell.first == "mate")
    assert mates.entrant("mate").iterations == ladder.ITERATIONS["locker"]["mate"]


def test_files_are_merged_and_played_deals_are_not_played_again(tmp_path: Path) -> None:
    cell = ladder.cells(["locker"])[0]
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for number, file in enumerate(files):
        file.write_text(json.dumps({"cell": cell.name, "deal": number, "share": 0.5 + number / 2}) + "\n")
    done = ladder.read([*files, tmp_path / "none.jsonl"])
    assert done == {cell.name: {0: 0.5, 1: 1.0}}
    left = [deal for one, deal in ladder.missing(done, ladder.cells(["locker"])) if one == cell]
    assert left == list(range(2, cell.deals))
    page = "# Strength\n\nWords.\n\n## Davy Jones' Locker (`locker`)\nOld.\n\n## What this says\nMore words.\n"
    told = ladder.render(page, files)
    row = next(line for line in told.splitlines() if line.startswith("| 2 | sailor | deckhand | 2 |"))
    assert "75.0%" in row
    assert told.startswith("# Strength\n\nWords.\n\n## Davy Jones' Locker (`locker`)\n\n| players |")
    assert "Old." not in told
    assert "## What this says\nMore words.\n" in told
    assert ladder.render(told, files) == told


def test_a_deal_is_played_and_told() -> None:
    row = ladder.play(ladder.cells(["locker"])[0], 0)
    assert 0 <= row["share"] <= 1
    assert row["cell"] == "locker 2 sailor deckhand"
