"""The page over all games: an answer first, every table of every game, and a report beside it."""

from pathlib import Path

import pytest

from fathoms.engine.game import find_game, game_names
from fathoms.lab.answers import balance_answer
from fathoms.lab.balance import page
from fathoms.lab.balance.measure import Figures, Plan
from fathoms.lab.balance.metrics_kernels import load_metrics
from tests.lab.balance.by_hand import figures_by_hand

COMMAND = "fathoms fairness balance.md"


def test_the_page_is_made_whole_with_a_report_for_each_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Plan] = []

    def measured(plan: Plan, progress: page.Progress) -> Figures:
        asked.append(plan)
        return figures_by_hand()

    monkeypatch.setattr(page, "measure", measured)
    locker = find_game("locker")
    page.write_page(tmp_path / "balance.md", COMMAND, [locker], 500, lambda what, done, of: None)
    told = (tmp_path / "balance.md").read_text(encoding="utf-8")
    assert told.split("\n\n")[1] == balance_answer(told)
    assert f"\n    {COMMAND}\n" in told
    assert "{" not in told
    assert "](balance/locker.md)" in told
    assert [plan.values["players"] for plan in asked] == [*locker.options.players, 3]
    assert [plan.trials for plan in asked] == [False, False, False, True]
    report = (tmp_path / "balance/locker.md").read_text(encoding="utf-8")
    assert "fathoms balance locker --games 500 --bots sailor,deckhand,mate --compare variant=hoard " in report


@pytest.mark.parametrize("name", game_names())
def test_what_a_game_wants_compared_can_be(name: str) -> None:
    """A setting that the options refuse would stop the page after minutes."""
    game = find_game(name)
    compared = [page.read_setting(setting) for setting in load_metrics(game).compared]
    assert len(Plan(game, {}, compare=compared).settings()) == len(compared) > 0
