"""The commands of the laboratory that play many games."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fathoms import games
from fathoms.cli import laboratory
from tests.cli.told import Fathoms, assert_refused


class TestSimulate:
    def test_a_table_of_results(self, fathoms: Fathoms) -> None:
        told = fathoms("simulate", "locker", "-n", 2000, "--bots", "sailor,deckhand,deckhand", "--cores", 1)
        assert told.code == 0
        assert "2,000 games" in told.out
        assert "sailor" in told.out
        assert "games/s" in told.out

    def test_the_same_seed_gives_the_same_table(self, fathoms: Fathoms) -> None:
        def rows(seed: int) -> list[str]:
            return re.findall(r"[\d.]+%", fathoms("simulate", "locker", "-n", 500, "--seed", seed, "--cores", 1).out)

        assert rows(5) == rows(5) != rows(6)

    def test_results_for_programs_and_a_hash_of_all_games(self, fathoms: Fathoms, tmp_path: Path) -> None:
        file, rows = tmp_path / "told.json", tmp_path / "rows.parquet"
        arguments = ("simulate", "locker", "-n", 300, "--cores", 1, "--hash")
        told = fathoms(*arguments, "--json", file, "--parquet", rows)
        results = json.loads(file.read_text())
        assert f"{results['digest']} 300 games of locker" in told.out
        assert results["digest"] in fathoms(*arguments).out
        assert (results["games"], results["on"], list(results["seats"])) == (300, "cpu", ["A", "B", "C"])
        assert rows.stat().st_size > 1000

    def test_it_goes_on_from_a_file(self, fathoms: Fathoms, tmp_path: Path) -> None:
        kept = tmp_path / "kept.json"
        fathoms("simulate", "locker", "-n", 100, "--cores", 1, "--resume", kept)
        longer = fathoms("simulate", "locker", "-n", 300, "--cores", 1, "--resume", kept, "--hash")
        once = fathoms("simulate", "locker", "-n", 300, "--cores", 1, "--hash")
        assert (
            re.findall(r"[0-9a-f]{16} 300 games", longer.out) == re.findall(r"[0-9a-f]{16} 300 games", once.out) != []
        )
        assert_refused(fathoms("simulate", "locker", "--resume", kept, "--seed", 9), "seed=1", "not 9")

    def test_random_tables_are_checked(self, fathoms: Fathoms) -> None:
        told = fathoms("simulate", "locker", "-n", 500, "--random-tables", "--check", "--cores", 1)
        assert told.code == 0
        assert "Every position was sound." in told.out

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("chess",), ("'chess'", "locker")),
            (("locker", "--bots", "captain"), ("'captain'", "deckhand, sailor")),
            (("locker", "--bots", "sailor,sailor"), ("one a seat",)),
            (("locker", "--variant", "x"), ("'x'", "hoard")),
            (("locker", "--players", "9"), ("'9'", "2 to 4")),
            (("locker", "ten"), ("'ten'",)),
            (("locker", "--self", "1"), ("'self'",)),
            (("locker", "--on", "moon"), ("'moon'", "cpu, gpu, ray")),
        ],
    )
    def test_what_cannot_be_simulated_is_refused(
        self, fathoms: Fathoms, arguments: tuple[str, ...], words: tuple[str, ...]
    ) -> None:
        assert_refused(fathoms("simulate", *arguments), *words)

    @pytest.mark.parametrize("arguments", [("-n", 0), ("-n", "many"), ("--cores", 0), ("--seed", "x")])
    def test_bad_numbers_are_refused(self, fathoms: Fathoms, arguments: tuple[Any, ...]) -> None:
        told = fathoms("simulate", "locker", *arguments)
        assert told.code == 2
        assert "Traceback" not in told.err

    @pytest.mark.parametrize("seed", [-1, 2**64])
    def test_any_seed_is_taken_or_refused_clearly(self, fathoms: Fathoms, seed: int) -> None:
        assert fathoms("simulate", "locker", "-n", 10, "--cores", 1, "--seed", seed).code in (0, 2)


def test_balance_writes_a_report_and_prints_its_verdict(fathoms: Fathoms, tmp_path: Path) -> None:
    told = fathoms("balance", "locker", "--games", 200, "--compare", "variant=hoard", "divers=random", "--no-trials")
    assert told.code == 0, told.err
    assert "With “Variant: Hoard”" in told.out
    assert "With “Divers: Dealt at random”" in told.out
    page = (tmp_path / "locker-balance.html").read_text()
    assert "fathoms balance locker --games 200 --compare variant=hoard divers=random --no-trials" in page
    assert page.count("<svg") > 10


def test_balance_tells_its_figures_as_json_and_in_french(fathoms: Fathoms, tmp_path: Path) -> None:
    options = ("--games", 200, "--players", 2, "--variant", "hoard", "--no-trials")
    figures = json.loads(fathoms("balance", "locker", *options, "--json").out)
    assert figures["options"]["variant"] == "hoard"
    assert len(figures["levels"][0]["places"]) == 2
    told = fathoms("balance", "locker", *options, "--lang", "fr", "--out", "rapport.html")
    assert "Une partie dure" in told.out
    assert '<html lang="fr">' in (tmp_path / "rapport.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (("--compare", "hoard"), "name=value"),
        (("--compare", "players=2"), "different sizes"),
        (("--set", "helm=1,2,3,?"), "not house data of locker; allowed: sunken"),
        (("--bots", "admiral"), "deckhand, sailor"),
        (("--variant", "hoards"), "neighbours"),
        (("--lang", "de"), "en, fr"),
    ],
)
def test_balance_refuses_what_cannot_be(fathoms: Fathoms, arguments: tuple[str, ...], allowed: str) -> None:
    told = fathoms("balance", "locker", "--games", 200, *arguments)
    assert told.code == 2
    assert allowed in told.err


def test_house_data_makes_a_setting_beside_the_first() -> None:
    settings, options = laboratory.settings_beside(
        games.find("reef"), ["--players", "4"], ["scarce=true"], ["helm=1,2,3,?", "chart=trench"]
    )
    assert settings == [{"scarce": "true"}, {"helm": "1,2,3,?", "chart": "trench"}]
    assert options == {"players": "4"}
