"""The commands of people who play, from their arguments to what they print and their exit code."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from fathoms import Match, games
from fathoms.engine.cache import cache_folder
from fathoms.engine.game import find_game, game_names
from fathoms.engine.records.verify import verify_record
from tests.cli.told import Broken, Fathoms, assert_refused
from tests.engine.test_match import locker, play_out


def test_the_version_names_the_package_and_the_rules(fathoms: Fathoms) -> None:
    told = fathoms("--version")
    assert told.code == 0
    assert told.out.startswith(f"fathoms {metadata.version('fathoms')} ")
    assert all(f"{name} {find_game(name).version}" in told.out for name in game_names())


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
        options = (
            "--players=2",
            "--variant",
            "hoard",
            "--divers",
            "mystic,none",
            "--tracker",
            "--first=B",
            "--sunken",
            "0",
        )
        assert fathoms("play", "locker", "--save", file, *options, keys="quit\n").code == 0
        assert json.loads(file.read_text())["options"] == {
            "players": 2,
            "first": "B",
            "variant": "hoard",
            "divers": ["mystic", "none"],
            "tracker": True,
            "sunken": 0,
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
        assert f"after {len(before)} moves" in told.out
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
        assert "move 2 of" in told.out

    def test_through_the_eyes_of_a_seat(self, fathoms: Fathoms, tmp_path: Path) -> None:
        file = tmp_path / "g.json"
        file.write_text(locker("sea draw drone-5", "sea peek mermaid-8").save())
        assert "mermaid-8" not in fathoms("replay", file, "--seat", "B").out
        assert "mermaid-8" in fathoms("replay", file, "--seat", "A").out

    def test_one_moment_and_as_a_file_to_play_on_from(self, fathoms: Fathoms, saved: Path, tmp_path: Path) -> None:
        here = tmp_path / "here.json"
        told = fathoms("replay", saved, "--at", "9", "--save", here)
        assert told.code == 0
        assert "move 9 of" in told.out
        assert len(json.loads(here.read_text())["events"]) == 9
        assert fathoms("verify", here).code == 0
        on = fathoms("play", "--save", here, "--people", "none", "--pause", "0")
        assert on.code == 0
        assert "The game is over." in on.out
        assert_refused(fathoms("replay", saved, "--at", "9", "--save", here), "a new file")

    def test_a_moment_that_never_was_is_refused(self, fathoms: Fathoms, saved: Path, tmp_path: Path) -> None:
        assert_refused(fathoms("replay", saved, "--at", "99999"), "event 99999", "allowed: 0 to")
        assert_refused(fathoms("replay", saved, "--save", tmp_path / "x"), "allowed: --at")

    def test_an_unknown_seat_is_refused(self, fathoms: Fathoms, saved: Path) -> None:
        assert_refused(fathoms("replay", saved, "--seat", "Z"), "'Z'", "A, B, C")

    def test_a_foreign_file_is_refused(self, fathoms: Fathoms, tmp_path: Path) -> None:
        (tmp_path / "x").write_bytes(b"\xff\xfe\x00binary")
        for name in ("x", "missing", "."):
            assert_refused(fathoms("replay", tmp_path / name))


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

    @pytest.mark.parametrize("arguments", [("dance",), ("--dance",), ("verify",), ("replay",), ("games", "x")])
    def test_bad_usage_is_exit_code_2(self, fathoms: Fathoms, arguments: tuple[str, ...]) -> None:
        told = fathoms(*arguments)
        assert told.code == 2
        assert "Traceback" not in told.err


class TestAsAProgram:
    """A few runs from outside, as a shell starts them."""

    @staticmethod
    def start(*arguments: Any, home: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "fathoms", *map(str, arguments)]
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
