"""The conformance suite: it passes honest games and catches every kind of broken one."""

import pytest

from fathoms import games
from fathoms.engine.conform import (
    Nonconformity,
    check_book,
    check_matches,
    check_modes,
    check_notation,
    check_positions,
    check_telling,
    conform,
)
from fathoms.engine.game import Game
from tests.engine.toy import GAME, ROOMY, broken

pytestmark = pytest.mark.usefixtures("installed_toys")

CHECKS = ["notation", "rule book", "positions", "modes", "matches", "telling"]


def test_a_small_honest_game_conforms() -> None:
    findings = conform(GAME, 400)
    assert [finding.check for finding in findings] == CHECKS
    assert all(finding.count > 0 for finding in findings)


def test_locker_conforms() -> None:
    assert [finding.check for finding in conform(games.find("locker"), 200)] == CHECKS


def test_progress_is_told() -> None:
    told = []
    conform(GAME, 10, progress=lambda check, count: told.append(check))
    assert sorted(set(told)) == sorted(CHECKS)


@pytest.mark.usefixtures("by_hand")
def test_a_record_with_bytes_of_no_field_conforms() -> None:
    check_modes(ROOMY, 4, 1)
    check_matches(ROOMY, 4, 1)


def test_a_leak_is_caught_compiled() -> None:
    with pytest.raises(Nonconformity, match="positions: a leak"):
        check_positions(broken.DREAMY, 100, 1)


POSITION_FAULTS = {
    "mint": "breaks an invariant",
    "mute": "has no choice",
    "stutter": "listed twice",
    "strange": "out of range",
    "doldrums": "has no fate",
    "weightless": "no positive weight",
    "echo": "listed twice",
    "endless": "does not end",
    "restless": "redacting twice",
    "dreamy": "a leak",
    "twins": "an imagined world breaks an invariant",
    "blurred": "another player is to act",
    "curious": "choices",
}


@pytest.mark.parametrize(("name", "fault"), POSITION_FAULTS.items())
@pytest.mark.usefixtures("by_hand")
def test_a_fault_of_a_position_is_caught_and_located(name: str, fault: str) -> None:
    with pytest.raises(Nonconformity, match=fault) as caught:
        check_positions(games.find(name), 60, 1)
    assert caught.value.check == "positions"
    assert "game " in str(caught.value)
    assert "event " in str(caught.value)
    assert "seed 1" in str(caught.value)


@pytest.mark.parametrize("game", [broken.LEAKY, broken.LOUD], ids=["redact forgets", "audience is everybody"])
@pytest.mark.usefixtures("by_hand")
def test_a_secret_that_is_told_is_caught(game: Game) -> None:
    with pytest.raises(Nonconformity, match="telling: a leak"):
        check_telling(game, 30, 1)


@pytest.mark.usefixtures("by_hand")
def test_a_choice_that_still_shows_when_taken_back_is_caught() -> None:
    check_telling(GAME, 10, 1)
    with pytest.raises(Nonconformity, match="telling: taken back"):
        check_telling(broken.LINGERING, 10, 1)


@pytest.mark.usefixtures("by_hand")
def test_a_view_that_is_not_json_is_caught() -> None:
    with pytest.raises(Nonconformity, match="not JSON"):
        check_telling(broken.UNREADY, 2, 1)


def test_an_overflow_of_the_interpreter_is_caught() -> None:
    with pytest.raises(Nonconformity, match="modes: scores"):
        check_modes(broken.OVERFLOW, 8, 1)


def test_a_constant_changed_after_compilation_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_modes(broken.FROZEN, 1, 1).count > 0
    monkeypatch.setattr(broken, "BONUS", 3)
    with pytest.raises(Nonconformity, match="modes: scores"):
        check_modes(broken.FROZEN, 1, 1)


@pytest.mark.usefixtures("by_hand")
class TestMatches:
    def test_a_save_that_loads_as_another_match_is_caught(self) -> None:
        with pytest.raises(Nonconformity) as caught:
            check_matches(broken.FORGETFUL, 3, 1)
        assert caught.value.check == "matches"

    def test_a_game_nobody_wins_is_caught(self) -> None:
        with pytest.raises(Nonconformity, match="no winner"):
            check_matches(broken.FUTILE, 3, 1)

    def test_a_refusal_without_a_reason_is_caught(self) -> None:
        with pytest.raises(Nonconformity):
            check_matches(broken.CURT, 10, 1)

    @pytest.mark.parametrize("game", [broken.SILENT, broken.ENGLISH], ids=["empty", "raises"])
    def test_a_sentence_missing_in_french_is_caught(self, game: Game) -> None:
        with pytest.raises(Nonconformity) as caught:
            check_matches(game, 20, 1)
        assert caught.value.check == "words"
        assert "fr" in str(caught.value)

    def test_a_sentence_that_names_nobody_is_caught(self) -> None:
        with pytest.raises(Nonconformity, match="does not name its seats"):
            check_matches(broken.NAMELESS, 3, 1)

    def test_a_missing_label_is_caught(self) -> None:
        with pytest.raises(Nonconformity, match="words: no label"):
            check_matches(broken.UNLABELLED, 3, 1)


def test_two_ids_with_one_text_are_caught() -> None:
    with pytest.raises(Nonconformity, match=r"notation: .*share"):
        check_notation(broken.NAMESAKE)


def test_a_text_with_stray_spaces_is_caught() -> None:
    with pytest.raises(Nonconformity, match="notation"):
        check_notation(broken.SPACED)


@pytest.mark.parametrize("game", [broken.UNWRITTEN, broken.ONE_TONGUE], ids=["no such rule", "one language"])
def test_a_reason_that_the_books_do_not_hold_is_caught(game: Game) -> None:
    with pytest.raises(Nonconformity, match="rule book"):
        check_book(game)


def test_a_rule_in_one_book_only_is_caught(tmp_path) -> None:
    (tmp_path / "book.en.md").write_text("- **P1 Pearls.** Eight.\n- **P2 Deal.** One each.\n")
    (tmp_path / "book.fr.md").write_text("- **P1 Perles.** Huit.\n")
    game = broken.broken("one_book", {"folder": tmp_path, "reasons": {}})
    with pytest.raises(Nonconformity, match="P2"):
        check_book(game)
