"""Rule books as data, and which tests guard which rule."""

from pathlib import Path

import pytest

from fathoms import OptionError, games
from fathoms.engine import rulebook
from fathoms.engine.rulebook import LANGUAGES, rule_text, rule_texts
from tests.engine.toy import GAME

BOOK = """# Title
Some words about **P9**.
- **P1 Pearls.** Eight *pearls*,
  one to `eight`.
- not a rule
  at all
- **P2 Deal.** One each.

  And no more.

After the list.
| id | what |
| --- | --- |
| P31 | calm | nobody throws |
|P32|storm|all throw|
  - **P40 Indented.** No rule of its own.
"""


def test_items_and_table_rows_are_rules_in_the_books_order() -> None:
    texts = rule_texts(BOOK)
    assert list(texts) == ["P1", "P2", "P31", "P32"]
    assert texts["P1"] == "Pearls. Eight pearls, one to eight."
    assert texts["P2"] == "Deal. One each. And no more."
    assert texts["P31"] == "Calm. Nobody throws."
    assert texts["P32"] == "Storm. All throw."


def test_a_rule_by_its_id_in_both_languages() -> None:
    assert "Eight pearls" in rule_text(GAME, "P1", "en")
    assert "Huit perles" in rule_text(GAME, "P1", "fr")
    assert "Nobody may throw" in rule_text(GAME, "P5", "en")


def test_an_unknown_rule_is_named_with_those_there_are() -> None:
    with pytest.raises(OptionError, match=r"'P77'.*P1, P2, P3, P4, P5"):
        rule_text(GAME, "P77", "en")


def test_lockers_books_hold_every_id() -> None:
    ids = [f"L{n}" for n in (*range(1, 27), 60, 61, *range(30, 48), *range(50, 56), 62)]
    for lang in LANGUAGES:
        assert list(rule_texts(games.find("locker").book(lang))) == ids


def test_french_books_are_french() -> None:
    book = games.find("locker").book("fr")
    assert all(word in book for word in ("Cimetière marin", "Cale", "Calamar", "Scaphandrier"))
    assert " the " not in book


def test_marked_tests_are_found(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_x.py").write_text(
        "import pytest\n"
        '@pytest.mark.rule("P1")\n@pytest.mark.rule("P2")\ndef test_a(): ...\n'
        'class TestB:\n    @pytest.mark.rule("P2", "P3")\n    def test_c(self): ...\n'
        '@pytest.mark.rule("P4")\ndef helper(): ...\n'
        '@pytest.mark.slow("P5")\ndef test_d(): ...\n'
    )
    (tmp_path / "other.py").write_text('import pytest\n@pytest.mark.rule("P6")\ndef test_e(): ...\n')
    found = rulebook.tests_by_rule(tmp_path)
    assert found == {
        "P1": ["deep/test_x.py::test_a"],
        "P2": ["deep/test_x.py::test_a", "deep/test_x.py::test_c"],
        "P3": ["deep/test_x.py::test_c"],
    }
