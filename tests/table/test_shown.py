"""What the sea does is shown, not just applied: cards that turn, the helm, dice, the reveal, the card accused."""

import random
import re
from collections import Counter
from typing import Any

import pytest

from fathoms.engine.game import find_game, game_names
from fathoms.engine.match import Match, View
from fathoms.table.web import render
from fathoms.table.web.render import News
from tests.table.test_words import LANGUAGES, room_with, walk

# Per game: an event line, and what the drawing of the table right after it must hold.
MOMENTS = {
    "locker": [
        (r"sea draw .*", r'class="card (lost )?suit-\w+ turned'),
        (r"sea draw .*", r'class="card lost suit-\w+ turned fatal"'),
    ],
    "reef": [
        (r"sea spin .*", r'class="turning"'),
        (r"sea event .*", r'class="event turned"'),
        (r"sea open .*", r'class="opened turned"'),
    ],
    "barracuda": [
        (r"[A-D] play .*", r'class="[^"]* turned'),
        (r"sea roll . towards .", r'class="die tumbling".*class="die tumbling"'),
        (r"sea roll .", r'class="die tumbling"'),
    ],
    "nukha": [
        (r"sea reveal .*", r'class="exposed (honest|caught)"'),
        (r"sea pick .*", r'class="exposed"'),
    ],
}


def drawn(match: Match, viewer: str | None, before: View | None, lang: str = "en") -> str:
    change = (before, match.view()) if before else None
    news = News(match.log_for(viewer)[-16:], change)
    return render.fragment(room_with(match), viewer, match.view(viewer), lang, False, news)


@pytest.mark.parametrize("game", game_names())
def test_each_kind_of_moment_is_shown(game: str) -> None:
    missing = list(MOMENTS[game])
    for seed in range(30, 300):
        before: View | None = None
        for match in walk(find_game(game), seed):
            line = match.log[-1] if match.log else ""
            open_ones = [one for one in missing if re.fullmatch(one[0], line)]
            if open_ones:
                html = drawn(match, None, before)
                assert (
                    "data-hold=" in html or "choose" in str(match.view().get("phase")) or "?" in match.log_for(None)[-1]
                )
                missing = [one for one in missing if one not in open_ones or not re.search(one[1], html, re.DOTALL)]
            if not missing:
                return
            before = match.view()
    raise AssertionError(f"never shown: {missing}")


@pytest.mark.parametrize(
    ("game", "seed"), [*[(name, 9) for name in game_names()], *[("locker", seed) for seed in range(25, 29)]]
)
def test_no_two_pieces_glide_under_one_name(game: str, seed: int) -> None:
    """Two pieces of one name, and the browser lets none of them glide."""
    before: View | None = None
    for step, match in enumerate(walk(find_game(game), seed)):
        viewer = [None, *match.seats][step % (len(match.seats) + 1)]
        html = drawn(match, viewer, before, LANGUAGES[step % 2])
        pieces = re.findall(r'data-vt="([^"]*)"(?: data-arrive="([^"]*)")?', html)
        for names in ([vt for vt, _ in pieces], [arrive or vt for vt, arrive in pieces if arrive != "none"]):
            twice = [name for name, count in Counter(names).items() if count > 1]
            assert not twice, f"{twice} after {match.log[-2:]}"
        before = match.view()


def test_a_reveal_tells_nothing_before_its_time() -> None:
    """While others still choose, a page shows a card's back, however often it is drawn."""
    rng = random.Random(3)
    match = Match("barracuda", players=3, interpreted=True)
    while match.to_act == ["sea"]:
        match.play(f"sea {rng.choice(list(match.fates()))}")
    before: Any = match.view()
    match.play("A play 3")
    hidden = drawn(match, "B", before)
    other = Match("barracuda", players=3, interpreted=True)
    for line in [*match.log[:-1], "A play 4"]:
        other.play(line)
    assert hidden == drawn(other, "B", before)
    assert "turned" not in hidden


def test_what_may_scroll_can_be_reached_by_keyboard() -> None:
    """The check of a long game's fates was a list that scrolls and that no key could reach."""
    sources = [path.read_text(encoding="utf-8") for path in render.TEMPLATES.glob("*.html")]
    tags = [tag for source in sources for tag in re.findall(r"<[^>]+>", source)]
    scrolling = [tag for tag in tags if re.search(r'class="(log|chat|scroll)"', tag)]
    assert len(scrolling) >= 5
    assert [tag for tag in scrolling if 'tabindex="0"' not in tag] == []
