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
    told = ladder.render(files)
    row = next(line for line in told.splitlines() if line.startswith("| 2 | sailor | deckhand | 2 |"))
    assert "75.0%" in row
    assert told.startswith("# Strength\n\n- **Never played?** `sailor`")
    assert "It wins 75 % of games against `deckhand`" in told
    assert "## Davy Jones' Locker (`locker`)\n\n| players |" in told
    assert "{" not in told


def test_the_strength_page_is_what_its_command_writes() -> None:
    lab = Path(__file__).parents[3] / "docs/lab"
    assert (lab / "strength.md").read_text(encoding="utf-8") == ladder.render([lab / "strength.jsonl"])


def test_a_deal_is_played_and_told() -> None:
    row = ladder.play(ladder.cells(["locker"])[0], 0)
    assert 0 <= row["share"] <= 1
    assert row["cell"] == "locker 2 sailor deckhand"
