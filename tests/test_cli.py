"""The command `fathoms`, from its arguments to what it prints and its exit code."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fathoms import Match, cli, games
from fathoms.engine.cache import cache_folder
from fathoms.engine.verify import verify_record
from tests.engine.test_match import locker, play_out
from tests.engine.test_records import other_draw


@dataclass
class Told:
    """What a command left behind; `out` and `err` with all white space as one space."""

    code: int
    out: str
    err: str
    err_lines: list[str]


class Broken(io.StringIO):
    """A keyboard on which somebody presses Ctrl-C."""

    def readline(self, size: int = -1) -> str:
        raise KeyboardInterrupt


Fathoms = Callable[..., Told]


@pytest.fixture
def fathoms(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Fathoms:
    """`fathoms("play", "locker", keys="1\\n")` runs the command in this process, at home in an empty folder."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: Any, keys: str | io.StringIO = "") -> Told:
        monkeypatch.setattr(sys, "argv", ["fathoms", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(keys) if isinstance(keys, str) else keys)
        capsys.readouterr()
        code = 0
        try:
            cli.main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        said = capsys.readouterr()
        return Told(code, " ".join(said.out.split()), " ".join(said.err.split()), said.err.strip().splitlines())

    return run


def assert_refused(told: Told, *words: str) -> None:
    """Exit code 2, one clear line on stderr that holds these words, nothing on stdout."""
    assert told.code == 2
    assert len(told.err_lines) == 1
    assert "Traceback" not in told.err
    assert told.out == ""
    for word in words:
        assert word in told.err


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A finished game in a file."""
    file = tmp_path / "saved.json"
    file.write_text(play_out(locker(players=3, first=None)).save(), encoding="utf-8")
    return file


class TestPlay:
    def test_bots_alone_play_to_the_end(self, fathoms: Fathoms, tmp_path: Path) -> None:
        told = fathoms("play", "locker", "--people", "none", "--save", tmp_path / "g.json", "--players", 4)
        assert told.code == 0
        assert "The game is over." in told.out
        verdict = verify_record((tmp_path / "g.json").read_text())
        assert verdict.over
        assert verdict.proven == verdict.fates

    def test_a_person_plays_to_the_end(self, fathoms: Fathoms) -> None:
        told = fathoms("play", "locker", "--seed", 1, keys="2\n1\n" * 200)
        assert told.code == 0
        assert "A, your move" in told.out
        assert "The game is over." in told.out

    def test_options_of_the_game_are_understood(self, fathoms: Fathoms, tmp_path: Path) -> None:
        file = tmp_path / "g.json"
        options = ("--players=2", "--variant", "hoard", "--divers", "mystic,none", "--tracker", "--first=B")
        assert fathoms("play", "locker", "--save", file, *options, keys="quit\n").code == 0
        assert json.loads(file.read_text())["options"] == {
            "players": 2,
            "first": "B",
            "variant": "hoard",
            "divers": ["mystic", "none"],
            "tracker": True,
        }

    @pytest.mark.parametrize("keys", ["1\n", "1\nquit\n", Broken()], ids=["end of input", "quit", "Ctrl-C"])
    def test_leaving_keeps_the_game_and_says_how_to_go_on(
        self, fathoms: Fathoms, tmp_path: Path, keys: str | io.StringIO
    ) -> None:
        file = tmp_path / "g.json"
        told = fathoms("play", "locker", "--save", file, "--seed", 3, "--first", "A", keys=keys)
        assert told.code in (0, 130)
        assert f"fathoms play --save {file}" in told.out
        assert "Traceback" not in told.err
        kept = Match.load(file.read_text(), interpreted=True)
        assert not kept.over
        assert kept.log

    def test_going_on_from_a_file(self, fathoms: Fathoms, tmp_path: Path) -> None:
        file = tmp_path / "g.json"
        fathoms("play", "locker", "--save", file, "--first", "A", keys="2\n")
        before = Match.load(file.read_text(), interpreted=True).log
        told = fathoms("play", "--save", file, "--people", "none")
        assert told.code == 0
        assert f"after {len(before)} events" in told.out
        after = Match.load(file.read_text(), interpreted=True)
        assert after.over
        assert after.log[: len(before)] == before
        assert verify_record(file.read_text()).proven == verify_record(file.read_text()).fates

    def test_a_finished_game_can_be_opened_again(self, fathoms: Fathoms, saved: Path) -> None:
        told = fathoms("play", "--save", saved)
        assert told.code == 0
        assert "The game is over." in told.out

    def test_without_a_file_the_game_is_kept_at_home(self, fathoms: Fathoms, tmp_path: Path) -> None:
        told = fathoms("play", "locker", keys="")
        assert [path.name for path in tmp_path.rglob("*.json")] == ["locker.json"]
        assert "fathoms play --save" in told.out

    def test_a_second_game_does_not_wipe_out_one_left_unfinished(self, fathoms: Fathoms, tmp_path: Path) -> None:
        fathoms("play", "locker", "--first", "A", keys="1\n")
        (file,) = tmp_path.rglob("*.json")
        first = file.read_text()
        fathoms("play", "locker", "--people", "none")
        assert first in [path.read_text() for path in tmp_path.rglob("*.json")]

    def test_french(self, fathoms: Fathoms) -> None:
        told = fathoms("play", "locker", "--lang", "fr", "--seed", 1, "--first", "A", keys="2\n")
        assert "à vous de jouer" in told.out
        assert "Partie enregistrée" in told.out
        assert not any(word in told.out for word in ("your move", "Saved", "Surface ", "The deck", "Go on"))

    def test_a_curtain_between_two_people(self, fathoms: Fathoms) -> None:
        told = fathoms("play", "barracuda", "--people", "A,B", keys="1\n\n1\n\n" * 4)
        assert told.code == 0
        assert "Hand the screen to B" in told.out

    @pytest.mark.parametrize("seed", [-1, 2**64, 2**70])
    def test_any_seed_is_taken_or_refused_clearly(self, fathoms: Fathoms, seed: int) -> None:
        assert fathoms("play", "locker", "--people", "none", "--seed", seed).code in (0, 2)


BAD_PLAYS = {
    "game": (("chess",), ("'chess'", "locker")),
    "no game": ((), ("locker", "reef")),
    "option": (("locker", "--depth", "3"), ("'depth'", "variant")),
    "variant": (("locker", "--variant", "hord"), ("'hord'", "hoard")),
    "skill": (("locker", "--players", "2", "--divers", "mystik,none"), ("'mystik'", "mystic")),
    "seat": (("locker", "--first", "Z"), ("'Z'", "A, B, C")),
    "players": (("locker", "--players", "5"), ("'5'", "2 to 4")),
    "players without a number": (("locker", "--players"), ("2 to 4",)),
    "people": (("locker", "--people", "A,Z"), ("'Z'", "A, B, C")),
    "nobody": (("locker", "--people", ""), ("none",)),
    "bots": (("locker", "--bots", "admiral"), ("'admiral'", "deckhand, sailor")),
    "language": (("locker", "--lang", "de"), ("'de'", "en, fr")),
    "stray word": (("locker", "hoard"), ("'hoard'",)),
    "a word of ours": (("locker", "--interpreted", "1"), ("'interpreted'",)),
    "another word of ours": (("locker", "--game", "reef"), ("'game'",)),
    "self": (("locker", "--self", "1"), ("'self'",)),
}


@pytest.mark.parametrize(("arguments", "words"), BAD_PLAYS.values(), ids=BAD_PLAYS.keys())
def test_what_cannot_be_played_is_refused(fathoms: Fathoms, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert_refused(fathoms("play", *arguments), *words)


@pytest.mark.parametrize("content", ["", "not json", "[]", '{"fathoms": 99}', '{"a": 1}'])
def test_going_on_from_a_foreign_file_is_refused_and_leaves_it_alone(
    fathoms: Fathoms, tmp_path: Path, content: str
) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(content)
    assert_refused(fathoms("play", "locker", "--save", file))
    assert file.read_text() == content


def test_going_on_with_another_game_is_refused(fathoms: Fathoms, saved: Path) -> None:
    assert_refused(fathoms("play", "reef", "--save", saved), "locker", "reef")


def test_a_place_where_nothing_can_be_saved_is_refused(fathoms: Fathoms, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    told = fathoms("play", "locker", "--people", "none", "--save", tmp_path / "file" / "g.json")
    assert told.code == 2
    assert len(told.err_lines) == 1


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


class TestTournament:
    TWO = ("tournament", "locker", "--bots", "sailor,deckhand", "--players", 2, "--cores", 1)

    def test_a_cross_table_json_and_records(self, fathoms: Fathoms, tmp_path: Path) -> None:
        file, folder = tmp_path / "told.json", tmp_path / "records"
        told = fathoms(*self.TWO, "-n", 3, "--json", file, "--records", folder)
        assert told.code == 0
        for words in ("2 players, 3 deals of 2 games a pair", "Elo", "sailor", "seed 1"):
            assert words in told.out
        assert json.loads(file.read_text())["meetings"][0]["games"] == 6
        assert len(list(folder.iterdir())) == 6
        assert "every position as recorded" in fathoms("verify", next(folder.iterdir())).out

    def test_a_sequential_test(self, fathoms: Fathoms) -> None:
        told = fathoms(*self.TWO, "-n", 60, "--sprt", "--elo", "0,200")
        assert "accepted" in told.out
        assert "sailor against deckhand" in told.out

    @pytest.mark.parametrize(
        ("more", "words"),
        [
            (("--bots", "sailor"), ("two bots or more",)),
            (("--bots", "sailor,admiral"), ("admiral", "deckhand")),
            (("--players", 9), ("2 to 4",)),
            (("--iterations", 5, "--time", 1), ("--iterations", "--time")),
            (("--sprt", "--elo", "30,0"), ("elo", "0,30")),
        ],
    )
    def test_what_cannot_be_held_is_refused(
        self, fathoms: Fathoms, more: tuple[Any, ...], words: tuple[str, ...]
    ) -> None:
        assert_refused(fathoms(*self.TWO, *more), *words)


class TestReplay:
    def test_the_log_in_sentences(self, fathoms: Fathoms, saved: Path) -> None:
        told = fathoms("replay", saved)
        assert told.code == 0
        assert "sea first" in told.out
        assert "dives first." in told.out
        assert "The game is over." in told.out

    def test_the_log_in_french(self, fathoms: Fathoms, saved: Path) -> None:
        told = fathoms("replay", saved, "--lang", "fr")
        assert "plonge en premier." in told.out
        assert "dives first" not in told.out

    def test_step_by_step(self, fathoms: Fathoms, saved: Path) -> None:
        told = fathoms("replay", saved, "--step", "--seat", "B", keys="\n\nb\nq\n")
        assert told.code == 0
        assert "event 2 of" in told.out

    def test_through_the_eyes_of_a_seat(self, fathoms: Fathoms, tmp_path: Path) -> None:
        file = tmp_path / "g.json"
        file.write_text(locker("sea draw drone-5", "sea peek mermaid-8").save())
        assert "mermaid-8" not in fathoms("replay", file, "--seat", "B").out
        assert "mermaid-8" in fathoms("replay", file, "--seat", "A").out

    def test_an_unknown_seat_is_refused(self, fathoms: Fathoms, saved: Path) -> None:
        assert_refused(fathoms("replay", saved, "--seat", "Z"), "'Z'", "A, B, C")

    def test_a_foreign_file_is_refused(self, fathoms: Fathoms, tmp_path: Path) -> None:
        (tmp_path / "x").write_bytes(b"\xff\xfe\x00binary")
        for name in ("x", "missing", "."):
            assert_refused(fathoms("replay", tmp_path / name))


class TestVerify:
    def test_a_good_record(self, fathoms: Fathoms, saved: Path) -> None:
        told = fathoms("verify", saved)
        assert told.code == 0
        assert "replay, every position as recorded" in told.out
        assert "follow from the sea's commitment" in told.out

    def test_scripted_fates_are_told(self, fathoms: Fathoms, tmp_path: Path) -> None:
        file = tmp_path / "g.json"
        file.write_text(locker("sea draw anchor-5").save())
        assert "1 fates were written by hand" in fathoms("verify", file).out

    def test_a_changed_event_is_named(self, fathoms: Fathoms, saved: Path) -> None:
        body = json.loads(saved.read_text())
        i = next(i for i, line in enumerate(body["events"]) if i > 5 and line.startswith("sea draw"))
        body["events"][i] = other_draw(body["events"][i])
        saved.write_text(json.dumps(body))
        assert_refused(fathoms("verify", saved), f"event {i + 1}")

    def test_a_truncated_file_is_refused(self, fathoms: Fathoms, saved: Path) -> None:
        saved.write_text(saved.read_text()[:500])
        assert_refused(fathoms("verify", saved), "not a Fathoms record")

    @pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff\xfe", b"hello [/b] [red]", b"\x00" * 100])
    def test_a_foreign_file_is_refused(self, fathoms: Fathoms, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "foreign").write_bytes(content)
        assert_refused(fathoms("verify", tmp_path / "foreign"))

    def test_a_missing_file_is_refused(self, fathoms: Fathoms, tmp_path: Path) -> None:
        assert_refused(fathoms("verify", tmp_path / "missing.json"), "missing.json")


class TestRules:
    def test_the_book_in_both_languages(self, fathoms: Fathoms) -> None:
        assert "Giant Squid" in fathoms("rules", "locker").out
        french = fathoms("rules", "locker", "--lang", "fr").out
        assert "Calamar géant" in french
        assert "Giant Squid" not in french

    def test_one_rule(self, fathoms: Fathoms) -> None:
        assert fathoms("rules", "locker", "L15").out.startswith("Giant Squid.")
        assert fathoms("rules", "locker", "l15", "--lang", "fr").out.startswith("Calamar géant.")

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ((), ("locker",)),
            (("chess",), ("'chess'",)),
            (("locker", "L99"), ("'L99'", "L1, L2")),
            (("locker", "--lang", "de"), ("'de'", "en, fr")),
            (("locker", "--coverage", "--tests", "nowhere"), ("nowhere",)),
            (("chess", "--coverage", "--tests", "."), ("'chess'",)),
        ],
    )
    def test_what_there_is_not_is_refused(
        self, fathoms: Fathoms, arguments: tuple[str, ...], words: tuple[str, ...]
    ) -> None:
        assert_refused(fathoms("rules", *arguments), *words)

    def test_coverage_fails_where_a_rule_has_no_test(self, fathoms: Fathoms, tmp_path: Path) -> None:
        test = 'import pytest\n@pytest.mark.rule("L1")\ndef test_cards(): ...\n'
        (tmp_path / "test_made_up.py").write_text(test)
        told = fathoms("rules", "locker", "--coverage", "--tests", tmp_path)
        assert told.code == 1
        assert "L1 test_made_up.py::test_cards" in told.out
        assert "L2 NO TEST" in told.out

    def test_coverage_passes_where_all_have_one(self, fathoms: Fathoms, tmp_path: Path) -> None:
        ids = [f"L{n}" for n in range(1, 62)]
        marks = "".join(f'@pytest.mark.rule("{rule}")\n' for rule in ids)
        (tmp_path / "test_made_up.py").write_text(f"import pytest\n{marks}def test_all(): ...\n")
        told = fathoms("rules", "locker", "--coverage", "--tests", tmp_path)
        assert told.code == 0
        assert "NO TEST" not in told.out


class TestTheRest:
    def test_games_are_listed(self, fathoms: Fathoms) -> None:
        told = fathoms("games")
        assert all(name in told.out for name in games.names())
        assert "Le Cimetière marin" in told.out

    def test_options_are_listed(self, fathoms: Fathoms) -> None:
        out = fathoms("options", "locker").out
        assert all(word in out for word in ("--players", "2 to 4", "--variant", "hoard", "--divers", "--tracker"))

    def test_options_are_listed_in_french(self, fathoms: Fathoms) -> None:
        out = fathoms("options", "locker", "--lang", "fr").out
        assert "Qui commence" in out
        assert not any(word in out for word in ("default", "Who begins", "or none", "or a list"))

    def test_bad_options_of_options_are_refused(self, fathoms: Fathoms) -> None:
        assert_refused(fathoms("options", "chess"), "'chess'")
        assert_refused(fathoms("options", "locker", "--lang", "de"), "'de'")

    def test_a_game_conforms(self, fathoms: Fathoms) -> None:
        told = fathoms("conform", "locker", "-n", 20)
        assert told.code == 0
        assert all(check in told.out for check in ("notation", "rule book", "positions", "modes", "matches", "telling"))

    def test_a_game_that_is_not_installed_conforms(self, fathoms: Fathoms) -> None:
        assert fathoms("conform", "tests.engine.toy:GAME", "-n", 20).code == 0

    def test_a_broken_game_does_not_conform(self, fathoms: Fathoms) -> None:
        assert_refused(fathoms("conform", "tests.engine.toy.broken:NAMESAKE", "-n", 20), "notation")

    @pytest.mark.parametrize("game", ["chess", "no.where:GAME", "json:loads", ":", ".a:b"])
    def test_what_is_no_game_does_not_conform(self, fathoms: Fathoms, game: str) -> None:
        assert_refused(fathoms("conform", game), game)

    @pytest.mark.parametrize("arguments", [("dance",), ("--dance",), ("verify",), ("replay",), ("games", "x")])
    def test_bad_usage_is_exit_code_2(self, fathoms: Fathoms, arguments: tuple[str, ...]) -> None:
        told = fathoms(*arguments)
        assert told.code == 2
        assert "Traceback" not in told.err


class TestAsAProgram:
    """A few runs from outside, as a shell starts them."""

    @staticmethod
    def start(*arguments: Any, home: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "fathoms.cli", *map(str, arguments)]
        env = {**os.environ, "HOME": str(home), "FATHOMS_CACHE": str(cache_folder().parent)}
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=env)

    def test_a_tampered_record(self, saved: Path, tmp_path: Path) -> None:
        saved.write_text(saved.read_text().replace("sea first", "sea last", 1))
        run = self.start("verify", saved, home=tmp_path)
        out, err = run.communicate(timeout=60)
        assert (run.returncode, out) == (2, "")
        assert err.startswith("fathoms: event 1:")
        assert err.count("\n") == 1

    def test_ctrl_c_keeps_the_game(self, tmp_path: Path) -> None:
        file = tmp_path / "g.json"
        run = self.start("play", "locker", "--save", file, "--first", "A", "--seed", "2", home=tmp_path)
        assert run.stdin is not None
        run.stdin.write("2\n")
        run.stdin.flush()
        for _ in range(300):
            if file.exists():
                break
            time.sleep(0.1)
        time.sleep(0.3)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
        assert "Traceback" not in err
        assert "Go on with: fathoms play --save" in out
        assert "A surface" in Match.load(file.read_text(), interpreted=True).log


# The coach


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("coach") / "game.json"
    file.write_text(play_out(locker(), 3).save(), encoding="utf-8")
    return file


def test_the_coach_prints_a_ledger_and_three_moments(fathoms: Fathoms, finished: Path) -> None:
    told = fathoms("coach", finished, "--playouts", 8, "--lang", "fr")
    assert told.code == 0
    assert "Chance ou talent ?" in told.out
    assert len(re.findall(r"Événement \d+ \(L\d+\)", told.out)) == 3
    alone = fathoms("coach", finished, "--playouts", 8, "--seat", "b")
    assert alone.code == 0
    assert "What decided the game" in alone.out
    assert "● A %" not in alone.out


def test_the_coach_tells_programs_exact_numbers(fathoms: Fathoms, finished: Path) -> None:
    told = fathoms("coach", finished, "--playouts", 8, "--json")
    report = json.loads(told.out)
    for account in report["ledger"].values():
        assert account["start"] + account["luck"] + account["own"] + account["others"] == account["result"]
    assert len(report["happenings"]) == len(json.loads(finished.read_text(encoding="utf-8"))["events"])


def test_the_coach_checks_itself(fathoms: Fathoms) -> None:
    told = fathoms("coach", "--check", "locker", "-n", 3, "--playouts", 4, "--players", 2)
    assert told.code == 0
    assert "3 of 3 ledgers add up" in told.out


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (["--seat", "Q"], "allowed: A, B"),
        (["--playouts", "1"], "allowed: 4 to"),
        (["--lang", "xx"], "allowed: en, fr"),
    ],
)
def test_the_coach_refuses_what_cannot_be(fathoms: Fathoms, finished: Path, arguments: list[str], allowed: str) -> None:
    told = fathoms("coach", finished, *arguments)
    assert told.code == 2
    assert allowed in told.err


# Balance


def test_balance_writes_a_report_and_prints_its_verdict(fathoms: Fathoms, tmp_path: Path) -> None:
    told = fathoms("balance", "locker", "--games", 200, "--compare", "variant=hoard", "divers=random", "--no-trials")
    assert told.code == 0, told.err
    assert "With variant=hoard" in told.out
    assert "With divers=random" in told.out
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
        (("--set", "helm=1,2,3,?"), "not house data of locker; allowed: nothing"),
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
    settings, options = cli._settings_beside(
        games.find("reef"), ["--players", "4"], ["scarce=true"], ["helm=1,2,3,?", "chart=trench"]
    )
    assert settings == [{"scarce": "true"}, {"helm": "1,2,3,?", "chart": "trench"}]
    assert options == {"players": "4"}
