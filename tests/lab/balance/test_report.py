"""Balance reports: everything drawn, in both languages, in one file that needs nothing else."""

import re
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

from fathoms.lab.balance import plots, words
from fathoms.lab.balance.markdown import report_markdown
from fathoms.lab.balance.measure import Figures
from fathoms.lab.balance.plots import Mark, Span
from fathoms.lab.balance.report import found_with, report_body, report_page, setting_name, verdict
from fathoms.lab.balance.words import number, percent, say, spaced
from tests.lab.balance.by_hand import figures_by_hand


@pytest.fixture(scope="module")
def figures() -> Figures:
    return figures_by_hand()


class Outline(HTMLParser):
    """Titles, plots and whatever would be fetched or run."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.plots: list[str] = []
        self.fetched: list[Any] = []
        self.open: list[str] = []
        self.titles: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        given = dict(attributes)
        if tag == "svg":
            self.plots.append(str(given["aria-label"]))
        if tag in ("script", "link", "img", "iframe", "object", "embed", "use") or {"src", "href", "style"} & set(
            given
        ):
            self.fetched.append((tag, given))

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h3" and data.strip():
            self.titles.append(data)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_report_has_every_plot_and_needs_nothing_else(figures: Figures, lang: str) -> None:
    page = report_page(figures, lang, "fathoms balance locker")
    seen = Outline(page)
    keys = (
        "places",
        "seats",
        "turns",
        "leader",
        "changes",
        "scores",
        "margins",
        "trials-denied",
        "trials-given",
        "rules",
    )
    assert {say(key, lang) for key in keys} <= set(seen.plots)
    for kind in ("choice", "suit", "skill"):
        assert any(say(f"k-{kind}", lang) in title for title in seen.plots), kind
    assert {
        say("compared", lang, setting=setting_name(one["setting"], "locker", lang)) for one in figures["compared"]
    } <= set(seen.plots)
    assert [title for title in seen.plots if title not in seen.titles] == []
    assert seen.fetched == []
    assert not re.search(r"https?:|url\(|@import", page)
    assert f'<html lang="{lang}">' in page
    assert "light-dark(" in page


def test_plots_are_well_formed_and_stay_inside_their_frame(figures: Figures) -> None:
    for svg in re.findall(r"<svg.*?</svg>", report_page(figures, "en"), re.DOTALL):
        drawn = ElementTree.fromstring(svg)
        width, height = map(float, drawn.attrib["viewBox"].split()[2:])
        assert len(drawn) > 3
        for shape in drawn:
            for name, value in shape.attrib.items():
                if name in ("x", "x1", "x2", "cx", "y", "y1", "y2", "cy"):
                    assert 0 <= float(value) <= (width if "x" in name else height), (shape.tag, name, value)


def test_what_others_wrote_is_escaped(figures: Figures) -> None:
    assert "never <this>" not in report_page(figures, "en", "fathoms balance <b>")
    assert "never &lt;this&gt;" in report_page(figures, "en")


def test_the_verdict_says_what_was_found(figures: Figures) -> None:
    lines = " ".join(verdict(figures, "en"))
    assert "The seats are even" in lines
    assert "with that, 1.50 times" in lines
    assert "never <this>, 0.50 times" in lines
    assert "With “Variant: Hoard”: " in lines
    assert "winner's score" in lines
    assert "With “Card tracker: yes”: no difference found in 1,000 games." in lines


@pytest.mark.parametrize(
    ("level", "told"),
    [
        ("sailor", "play by a rule of thumb"),
        ("deckhand", "any legal move"),
        ("captain", "“captain”, which think ahead"),
    ],
)
def test_a_report_says_at_its_top_which_bots_found_it(figures: Figures, level: str, told: str) -> None:
    found = {**figures, "levels": [{**figures["levels"][0], "level": level}]}
    assert told in found_with(found, "en")
    assert found_with(found, "fr").startswith("Trouvé avec des ")
    for text in (report_body(found, "en"), report_markdown(found, "en", "")):
        assert text.index(found_with(found, "en")) < text.index("The seats are even")


def test_what_was_asked_is_answered_before_the_rest(figures: Figures) -> None:
    body = report_body(figures, "en")
    assert body.index("Variant: Hoard”: ") < body.index("The seats are even")
    assert body.count("Variant: Hoard”: ") == 1


def edit(figures: Figures, **level: Any) -> Figures:
    return {**figures, "levels": [{**figures["levels"][0], **level}], "trials": [], "compared": []}


def place(value: float) -> Figures:
    return {"value": value, "half": 0.01, "share": value / 3}


def test_the_verdict_judges_seats(figures: Figures) -> None:
    uneven = [place(1.3), place(1.0), place(0.7)]
    assert "Unfair seats: the 1st place wins 1.30 times" in verdict(edit(figures, places=uneven), "en")[0]
    slightly = [place(0.95), place(1.0), place(1.05)]
    assert "A small edge: the 3rd place wins 1.05 times" in verdict(edit(figures, places=slightly), "en")[0]
    barely = [place(1.015), place(1.0), place(0.985)]
    assert "all but even" in verdict(edit(figures, places=barely), "en")[0]
    assert "unevenly by seat letter" in verdict(edit(figures, seats=slightly), "en")[1]
    assert "unevenly" not in verdict(edit(figures, seats=[]), "en")[1]


@pytest.mark.parametrize(("share", "words"), [(0.4, "Wide open"), (0.75, "without deciding"), (0.9, "Decided early")])
def test_the_verdict_judges_the_first_half(figures: Figures, share: float, words: str) -> None:
    leader = [{"value": share, "half": 0.01, "games": 1.0}] * 9
    assert words in " ".join(verdict(edit(figures, leader=leader, seats=[]), "en"))


def test_the_verdict_tells_bots_that_overrate_a_choice(figures: Figures) -> None:
    trial = {"name": "a", "way": "denied", "title": {"en": "never that"}, "value": 1.6, "half": 0.1, "share": 0.5}
    assert "overrate a choice" in " ".join(verdict({**figures, "trials": [trial]}, "en"))
    assert "overrate" not in " ".join(verdict({**figures, "trials": [{**trial, "value": 1.05}]}, "en"))


def test_partners_are_never_last_alone(figures: Figures) -> None:
    nobody = edit(figures, last={"value": 0.0, "half": 0.0, "games": 0.0})
    assert "last at half-time" not in " ".join(verdict(nobody, "en"))
    assert "alone in last place" not in report_body(nobody, "en")


def test_a_run_cut_short_says_so(figures: Figures) -> None:
    assert "Stopped before" not in report_body(figures, "en")
    assert "Stopped before" in report_body({**figures, "stopped": True}, "en")


def test_every_text_is_in_both_languages_with_the_same_holes() -> None:
    for key, text in words._TEXTS.items():
        assert set(text) == {"en", "fr"}, key
        holes = [set(re.findall(r"{(\w+)}", text[lang])) for lang in ("en", "fr")]
        assert holes[0] >= holes[1], key


def test_figures_are_written_as_each_language_does() -> None:
    assert (number(12345.678, "en"), number(12345.678, "fr")) == ("12,345.68", "12\u202f345,68")
    assert (percent(0.125, "en", 1), percent(0.125, "fr", 1)) == ("12.5 %", "12,5\u202f%")
    assert number(float("nan"), "en") == "–"
    assert spaced("Quoi ? « oui » : non", "fr") == "Quoi\u202f? «\u202foui\u202f»\u202f: non"
    assert spaced("What ?", "en") == "What ?"


def test_a_report_for_documents_has_the_same_words_and_figures(figures: Figures) -> None:
    text = report_markdown(figures, "en", "fathoms balance locker --out balance.md")
    assert text.startswith("# Davy Jones' Locker: balance\n\n    fathoms balance locker --out balance.md\n")
    assert all(f"- {line}" in text for line in verdict(figures, "en"))
    assert "| never <this> | 0.500 | 0.100 | 30.0 % |" in text
    assert text.count("\n## ") > 12
    for line in text.splitlines():
        assert not line.startswith("| 1 |"), "a histogram's counts"


def test_plots_bear_the_odd_case() -> None:
    write = str
    assert "<svg" in plots.intervals("one", [Mark("a", 1.0)], 1.0, write, write)
    assert "<svg" in plots.histogram("none", [0], 0, write)
    assert "<svg" in plots.spreads("flat", [Span("a", (3, 3, 3, 3, 3))], write)
    assert "<svg" in plots.bars("zero", [Mark("a", 0.0)], write)
    assert "≥ " in plots.histogram("tail", [5] * 200 + [1] * 3, 0, write)
