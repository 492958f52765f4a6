"""The commands that check a record, the books or a game."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from fathoms import Match
from fathoms.engine.game import installed_game
from fathoms.engine.records.record import _seal
from fathoms.engine.sea import Sea, choose_fate
from tests.cli.told import Fathoms, assert_refused
from tests.engine.test_match import locker
from tests.engine.test_records import other_draw


def _reseal(file: Path, body: dict[str, Any]) -> None:
    """A record with a seal that holds, whatever it says."""
    body.pop("seal")
    file.write_text(json.dumps({**body, "seal": _seal(body)}))


class TestVerify:
    def test_a_good_record(self, fathoms: Fathoms, saved: Path) -> None:
        told = fathoms("verify", saved)
        assert told.code == 0
        assert "replay, every position as recorded" in told.out
        assert "follow from the sea's commitment" in told.out

    def test_a_record_without_proofs_is_no_proof(self, fathoms: Fathoms, tmp_path: Path) -> None:
        file = tmp_path / "g.json"
        file.write_text(locker("sea draw anchor-5").save())
        told = fathoms("verify", file)
        assert told.code == 1
        assert "1 fates are not proven" in told.out
        assert "follow from" not in told.out

    def test_a_record_with_proofs_for_some_fates_only_is_no_proof(self, fathoms: Fathoms, tmp_path: Path) -> None:
        file, match = tmp_path / "g.json", locker("sea draw anchor-5", "A continue")
        match.drift(Sea())
        assert match.to_act != ["sea"]
        file.write_text(match.save())
        told = fathoms("verify", file)
        assert told.code == 1
        assert "1 fates are not proven" in told.out
        assert "follow from the sea's commitment" in told.out

    @pytest.mark.parametrize("version", [0, -1, 99])
    def test_rules_nobody_knows_are_refused_by_name(self, fathoms: Fathoms, saved: Path, version: int) -> None:
        """With a version that is not compared, any hash would do."""
        body = json.loads(saved.read_text())
        body["rules"], body["hashes"] = version, ["0" * 16] * len(body["hashes"])
        _reseal(saved, body)
        assert_refused(fathoms("verify", saved), f"version {version} of the rules of {body['game']}", "allowed here: ")

    def test_positions_of_older_rules_are_not_called_as_recorded(
        self, fathoms: Fathoms, saved: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        body = json.loads(saved.read_text())
        newer = replace(installed_game(body["game"]), version=2)
        monkeypatch.setattr("fathoms.engine.match.installed_game", lambda name: newer)
        told = fathoms("verify", saved)
        assert told.code == 1
        assert "as recorded" not in told.out
        assert "version 1 of the rules" in told.out

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


def forged(name: str = "locker") -> str:
    """A record made up afterwards: the first possible fate every time, and for each a secret that gives it."""
    match = Match(name, interpreted=True, players=2)
    secrets: list[bytes] = []
    while not match.over:
        if match.to_act == ["sea"]:
            weights = [weight for _, weight in match.position.fates()]
            secrets.append(next(one for one in _guesses() if choose_fate(one, len(secrets), {}, weights) == 0))
            match.play(f"sea {match.game.fate_text(match.position.fates()[0][0])}")
        else:
            match.play(f"{match.to_act[0]} {match.choices(match.to_act[0])[-1]}")
    again, sea = Match(name, interpreted=True, players=2), Sea(256, secrets=[*secrets, *[b"0"] * (256 - len(secrets))])
    for line in match.log:
        again.follow(sea, line) if line.startswith("sea ") else again.play(line)
    return again.save()


def _guesses() -> Iterator[bytes]:
    return (number.to_bytes(32, "big") for number in count())


class TestTheRootThatWasKept:
    def test_a_record_of_the_sea_one_saw(self, fathoms: Fathoms, saved: Path) -> None:
        root = json.loads(saved.read_text())["sea"][0]["root"]
        told = fathoms("verify", saved, "--root", root.upper())
        assert told.code == 0
        assert "The root is the one that you kept" in told.out

    def test_a_record_forged_afterwards(self, fathoms: Fathoms, saved: Path, tmp_path: Path) -> None:
        """It agrees with itself, so only what somebody kept can tell."""
        root = json.loads(saved.read_text())["sea"][0]["root"]
        (tmp_path / "forged.json").write_text(forged())
        told = fathoms("verify", tmp_path / "forged.json", "--root", root)
        assert told.code == 1
        assert "follow from another root than you kept" in told.out

    def test_without_one_it_says_what_is_not_proven(self, fathoms: Fathoms, saved: Path) -> None:
        told = fathoms("verify", saved)
        assert told.code == 0
        assert "a record made up afterwards would look the same" in told.out

    def test_a_record_without_any_proof(self, fathoms: Fathoms, tmp_path: Path) -> None:
        (tmp_path / "g.json").write_text(locker(first="A").save())
        told = fathoms("verify", tmp_path / "g.json")
        assert told.code == 1
        assert "Nothing is proven" in told.out

    def test_a_sea_that_went_on_with_a_root_nobody_saw(self, fathoms: Fathoms, tmp_path: Path) -> None:
        match, first, second = locker(first=None), Sea(), Sea()
        match.drift(first)
        while match.to_act != ["sea"]:
            match.play(f"{match.to_act[0]} {match.choices(match.to_act[0])[0]}")
        match.drift(second)
        (tmp_path / "g.json").write_text(match.save())
        assert fathoms("verify", tmp_path / "g.json", "--root", first.root).code == 1
        assert fathoms("verify", tmp_path / "g.json", "--root", first.root, "--root", second.root).code == 0

    @pytest.mark.parametrize("root", ["", "abc", "g" * 64, "0" * 63])
    def test_what_is_no_root_is_refused(self, fathoms: Fathoms, saved: Path, root: str) -> None:
        assert_refused(fathoms("verify", saved, "--root", root), "64 hexadecimal digits")


class TestRules:
    def test_the_book_in_both_languages(self, fathoms: Fathoms) -> None:
        assert "Giant Squid" in fathoms("rules", "locker").out
        french = fathoms("rules", "locker", "--lang", "fr").out
        assert "Calamar géant" in french
        assert "Giant Squid" not in french

    def test_the_first_two_layers(self, fathoms: Fathoms) -> None:
        learned = fathoms("rules", "reef", "--learn", "--lang", "fr").out
        assert "Votre tour en trois temps" in learned
        assert "<2)" in learned, "the position is drawn"
        assert "picture:" not in learned
        aid = fathoms("rules", "barracuda", "--aid").out
        assert "★ Unique, for one diver: bank up to 7." in aid

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
        ids = [f"L{n}" for n in range(1, 63)]
        marks = "".join(f'@pytest.mark.rule("{rule}")\n' for rule in ids)
        (tmp_path / "test_made_up.py").write_text(f"import pytest\n{marks}def test_all(): ...\n")
        told = fathoms("rules", "locker", "--coverage", "--tests", tmp_path)
        assert told.code == 0
        assert "NO TEST" not in told.out


class TestConform:
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
