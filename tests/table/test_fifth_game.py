"""A fifth game from a package of its own, with nothing but rules and English words: it is shown, set and played."""

import html
import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.table.conftest import Child
from tests.table.playing import until

ROOT = Path(__file__).parents[2]
TOY = ROOT / "tests" / "engine" / "toy"
INIT = '''"""Shells: Pearls in a package of its own."""

from pathlib import Path

import numpy as np

from fathoms.engine.dialect import SEATS
from fathoms.engine.game import Game
from fathoms.engine.options import Flag, OptionSet
from shells import rules, words
from shells.state import ACTIONS, FATES, PEARLS, STATE, TIDES

OPTIONS = OptionSet(
    range(2, 4),
    2,
    (Flag("calm", False, {"en": "whether nobody may throw"}),),
    lambda values: np.array([values["players"], 0, int(values["calm"])], np.int64),
)


def describe(s, viewer):
    seats = range(int(s.players))
    return {
        "tide": ("unknown", *TIDES)[int(s.tide)],
        "hands": {SEATS[seat]: words.pearl(int(s.hands[seat])) for seat in seats},
        "gone": [f"pearl-{i + 1}" for i in range(PEARLS) if int(s.gone) >> i & 1],
    }


GAME = Game(
    name="shells", version=1, prefix="P", title={"en": "Shells & sand"}, state=STATE, rules=rules, options=OPTIONS,
    actions=ACTIONS, fates=FATES, most_choices=4, most_fates=PEARLS, action_text=words.action_text,
    fate_text=words.fate_text, describe=describe, reasons=words.REASONS, sentence=words.sentence, label=words.label,
    folder=Path(__file__).parent,
)
'''


def install(site: Path, name: str, entry: str) -> None:
    """What pip leaves behind of a package that declares a game."""
    about = site / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[fathoms.games]\n{name} = {entry}\n")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder of packages with the fifth game, and with a sixth that does not import."""
    site = tmp_path_factory.mktemp("fifth") / "site"
    package = site / "shells"
    package.mkdir(parents=True)
    for name in ("state.py", "rules.py", "words.py"):
        text = (TOY / name).read_text(encoding="utf-8").replace("tests.engine.toy", "shells")
        (package / name).write_text(re.sub(r', "fr": "[^"]*"', "", text), encoding="utf-8")
    (package / "__init__.py").write_text(INIT, encoding="utf-8")
    (package / "book.en.md").write_text((TOY / "book.en.md").read_text(encoding="utf-8"), encoding="utf-8")
    install(site, "shells", "shells:GAME")
    wreck = site / "wreckage"
    wreck.mkdir()
    (wreck / "__init__.py").write_text(
        "from fathoms.engine.game import game_of\nGAME = game_of(__name__, version=1, prefix='W')\n"
    )
    (wreck / "notation.py").write_text("ACTIONS = no_such_name\n")
    install(site, "wreckage", "wreckage:GAME")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join((str(site), str(ROOT))))
        yield site


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator[Child]:
    one = Child(f"sqlite:///{site.parent / 'tables.db'}", site.parent / "server.log")
    one.start()
    yield one
    one.kill()
    one.listener.close()


@pytest.fixture
def served(server: Child) -> Iterator[tuple[httpx.Client, Child]]:
    with httpx.Client(base_url=server.base, timeout=60, follow_redirects=True) as web:
        server.ready(web)
        yield web, server


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_page_shows_a_game_that_brings_rules_alone(served: tuple[httpx.Client, Child], lang: str) -> None:
    web, _ = served
    web.cookies.set("fathoms_lang", lang)
    home = web.get("/")
    assert home.status_code == 200
    assert "Shells &amp; sand" in home.text
    cover = re.search(r'src="(/art/shells/cover\.svg[^"]*)"', home.text)
    assert cover
    picture = web.get(html.unescape(cover[1]))
    assert picture.status_code == 200
    assert "Shells &amp; sand" in picture.text
    for path in ("/new/shells", "/rules/shells", "/rules/shells/P1", "/lab?game=shells", "/lab", "/new/locker"):
        assert web.get(path).status_code == 200, path
    for address in re.findall(r'(?:href|src)="(/(?:art|static)/[^"]+)"', home.text):
        assert web.get(html.unescape(address)).status_code == 200, address


def test_a_game_that_does_not_import_is_left_out_and_said_once(served: tuple[httpx.Client, Child]) -> None:
    web, server = served
    for _ in range(2):
        assert "wreckage" not in web.get("/").text
    told = server.log.read_text()
    assert told.count("wreckage.notation") == 1
    assert "no_such_name" in told
    assert web.get("/new/wreckage").status_code == 500


def choices_on(page: str) -> list[str]:
    return [html.unescape(choice) for choice in re.findall(r'data-move="([^"]+)"', page)]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_is_played_to_its_end_through_the_page(served: tuple[httpx.Client, Child], lang: str) -> None:
    web, _ = served
    web.cookies.set("fathoms_lang", lang)
    form = {"players": "3", "seat_B": "deckhand", "seat_C": "sailor", "name": "Ann", "chat": "on"}
    for table in (web.post("/play/shells"), web.post("/new/shells", data=form)):
        assert table.status_code == 200, table.text
        address = table.url.path
        page = until(lambda at=address: (now := web.get(at).text) and (choices_on(now) or "♛" in now) and now)
        assert "pearl-" in page
        for style in re.findall(r'<link rel="stylesheet" href="([^"]+)"', page):
            assert web.get(html.unescape(style)).status_code == 200
        move = {"move": choices_on(page)[-1], "id": uuid.uuid4().hex}
        moved = web.post(f"/api/tables/{address.rsplit('/', 1)[-1]}/moves", json=move)
        assert moved.status_code == 200, moved.text
        until(lambda at=address: "♛" in web.get(at).text)
        assert web.get(f"{address}/replay?at=2").status_code == 200
        assert web.get(f"{address}/board").status_code == 200
        assert web.get("/").status_code == 200


def test_the_command_line_knows_it(site: Path) -> None:
    for command, told in (
        (["games"], "Shells & sand"),
        (["options", "shells", "--lang", "fr"], "nobody may throw"),
        (["rules", "shells", "P5", "--lang", "fr"], "Nobody may throw."),
    ):
        ran = subprocess.run([sys.executable, "-m", "fathoms", *command], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        assert told in ran.stdout
    broken = subprocess.run(
        [sys.executable, "-m", "fathoms", "rules", "wreckage"], capture_output=True, text=True, check=False
    )
    assert broken.returncode == 2
    assert "wreckage.notation" in broken.stderr
    assert "no_such_name" in broken.stderr
    assert "Traceback" not in broken.stderr
