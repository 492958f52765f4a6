"""The bench: what it tells of figures that are given, and that measuring a thing does not change it."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from fathoms import OptionError
from fathoms.lab.bench import kernels, memory, peers, profile, scaling
from fathoms.lab.bench import measure as bench
from fathoms.lab.bench.search import PEER, told
from tests.engine.toy import GAME as TOY


def quiet(text: str) -> None:
    pass


def line(name: str, rate: float, kind: str = bench.PLAY) -> bench.Line:
    return bench.Line(name, lambda seconds: (int(rate * seconds), seconds), kind=kind)


class TestReport:
    LINES = (("locker", 600.0), ("locker, 2 cores", 1140.0), ("OpenSpiel hearts, its C++ loop", 200.0))

    def told(self) -> str:
        lines = [line(name, rate) for name, rate in self.LINES]
        lines += [line("locker, stepped", 5000, bench.STEP), line("Pgx leduc_holdem, stepped", 1000, bench.STEP)]
        bench.measure(lines, rounds=3, seconds=1.0, progress=quiet)
        return bench.report(lines, 3, 1.0, [["## A section", "", "of its own"]])

    def test_rates_stand_beside_their_peer(self) -> None:
        told = self.told()
        assert "| locker | 600 | 3.00 |" in told
        assert "| locker, stepped | 5,000 | 5.00 |" in told
        assert told.count("| --- |") >= 3
        assert told.endswith("## A section\n\nof its own\n")

    def test_bars_are_ratios_of_one_run(self) -> None:
        told = self.told()
        assert "| locker | OpenSpiel hearts, its C++ loop | 3.00 | 2 |" in told
        assert "| locker, stepped | Pgx leduc_holdem, stepped | 5.00 | 3 |" in told
        assert "| locker, 2 cores | locker | 1.90 | 1.8 |" in told
        assert "No peers" not in told

    def test_the_median_of_the_rounds_counts(self) -> None:
        rates = iter([100, 900, 300])
        one = bench.Line("locker", lambda seconds: (next(rates), 1.0))
        bench.measure([one], 3, 1.0, quiet)
        assert one.rate == 300

    def test_the_gpu_has_its_section_where_its_figures_are(self, tmp_path: Path) -> None:
        assert bench.gpu_section(quiet, None) == bench.gpu_section(quiet, tmp_path) == []
        (tmp_path / "gpu.md").write_text("One card.\n\n| a | b |\n")
        assert bench.gpu_section(quiet, tmp_path)[0] == "## On a GPU"
        assert "| a | b |" in bench.gpu_section(quiet, tmp_path)


def test_only_what_is_asked_for_is_made_and_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    def begin(name: str) -> peers.Run:
        begun.append(name)
        return lambda seconds: (1, 1.0)

    monkeypatch.setattr(bench, "_stepped", lambda game, choosing: begin(game.name))
    monkeypatch.setattr(bench, "peers", lambda: iter([("RLCard uno", lambda seconds: (1, 1.0))]))
    monkeypatch.setattr(bench, "stepping_peers", lambda games, choosing: [("Pgx leduc_holdem", lambda: begin("leduc"))])
    found = [line.name for line in bench.bench_lines(quiet, "leduc_holdem, stepped")]
    assert found == ["Pgx leduc_holdem, stepped", "Pgx leduc_holdem, stepped, choosing not counted"]
    assert begun == ["leduc", "leduc"]
    with pytest.raises(OptionError, match="only='whist' names nothing"):
        bench.bench_lines(quiet, "whist")


def test_doing_a_thing_again_changes_no_game() -> None:
    states, blank = np.zeros(1, TOY.state), np.zeros(1, TOY.state)
    options = np.array([TOY.options.encode(TOY.options.read())])
    most = max(TOY.most_choices, TOY.most_fates)
    found = {}
    for again in range(kernels.HASH + 1):
        buffers = np.zeros(most, np.int32), np.zeros(most, np.int32), np.zeros(TOY.most_fates, np.int64)
        found[again] = kernels.play_again(states, blank, options, 30, again, 2, buffers)
    assert len({decisions for decisions, _ in found.values()}) == 1
    assert found[kernels.NOTHING][1] == 0  # and everything else left a trace of work done
    assert all(trace for again, (_, trace) in found.items() if again != kernels.NOTHING)


def test_the_profile_tells_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile, "GAMES", 20)
    found = profile.profile(TOY)
    assert list(found) == ["all", *profile.WORK]
    assert all(value >= 0 for value in found.values())
    row = profile._row("toy", {"all": 200.0, "who acts": 20.0, "choices": 50.0, "fates": 30.0, "hash": 0.0})
    assert row == "| toy | 200 | 10% | 25% | 15% | 0% | 50% |"


class TestScaling:
    def test_every_number_of_players_is_measured(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(scaling, "GAMES", 20)
        monkeypatch.setattr("os.cpu_count", lambda: 2)
        found = dict(scaling.costs(TOY))
        expected = [f"{n} players" for n in TOY.options.players] + [f"{TOY.options.default_players} players, 2 cores"]
        assert list(found) == expected
        assert all(cost > 0 for cost in found.values())

    def test_the_options_that_are_measured_exist(self) -> None:
        for name, (_, options) in scaling.EXTRAS.items():
            bench.find_game(name).options.read(**options)

    def test_the_plot_has_a_bar_for_each(self) -> None:
        found = {"locker": [("2 players", 100.0), ("with <all>", 200.0)], "reef": [("2 players, 2 cores", 50.0)]}
        tree = ElementTree.fromstring(scaling.plot(found))
        space = "{http://www.w3.org/2000/svg}"
        bars = [part for part in tree.iter(f"{space}rect") if part.get("class") != "ground"]
        assert [bar.get("class") for bar in bars] == ["players", "options", "cores"]
        widths = [float(str(bar.get("width"))) for bar in bars]
        assert widths[1] == pytest.approx(2 * widths[0], abs=0.2)
        texts = [part.text for part in tree.iter(f"{space}text")]
        assert {"locker", "with <all>", "200", "50"} <= set(texts)

    def test_the_page_shows_the_plot(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(scaling, "costs", lambda game: [("2 players", 10.0)])
        told = scaling.scaling_section(quiet, tmp_path)
        assert "![What a decision costs](performance.svg)" in told
        assert (tmp_path / "performance.svg").exists()
        assert "| locker | 2 players | 10 |" in told
        assert not any("![" in part for part in scaling.scaling_section(quiet, None))


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("no /proc here")
    before, grown = memory.grown_kib("locker", 60_000)
    assert before > 0
    assert grown < 8 * 1024  # 60,000 results kept would be 3 MiB, their arrays in Python many times that


def test_peers_that_step_are_run() -> None:
    pytest.importorskip("pgx")
    name, begin = next(peers.stepping_peers(8, choosing=True))
    decisions, spent = begin()(0.0)
    assert (name, decisions) == ("Pgx leduc_holdem", 8)
    assert spent > 0


def test_the_bench_tells_the_search_beside_its_peer() -> None:
    rates = {("locker", "learned values"): 120_000.0, (PEER, "whole games"): 40_000.0}
    assert "| locker | learned values | 120,000 | 3.00 | 1.2 |" in told(rates)
    assert "| locker | learned values | 120,000 |  | 1.2 |" in told({key: rates[key] for key in list(rates)[:1]})
