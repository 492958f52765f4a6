"""How many bytes an event takes on its way to a page, before compression: `python scripts/bytes_an_event.py`.

Plays games of each kind with the most players (a person's page in seat A, bots elsewhere) and prints the median and the
largest message, as the whole table would be and as it is sent: only the pieces that differ from the last drawing.
"""

import argparse
import random
import statistics
import tempfile
from itertools import pairwise

from fathoms.engine.game import game_names, installed_game
from fathoms.table.live.connection import Frame
from fathoms.table.rooms import lobby
from fathoms.table.rooms.course import Step
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.store import Store
from fathoms.table.web.render import live_message


def messages(store: Store, game: str, rng: random.Random, lang: str) -> list[Frame]:
    """What the page of seat A is sent through a game of random moves."""
    players = installed_game(game).options.players[-1]
    made = lobby.make_table(store, game, {"players": players}, [{"kind": "person", "name": "Ann"}] * players)
    room = Room.load(store, made.row.id)
    assert room is not None
    frames: list[Frame] = []
    while not room.match.over:
        seat = rng.choice(room.match.to_act)
        happened = room.move(seat, rng.choice(room.match.choices(seat)), str(len(frames))).happened
        steps = [one for one in happened.told if isinstance(one, Step)]
        frames += [Frame.of(live_message(room, ["A"], one, lang, False)) for one in steps]
    return frames


def weights(frames: list[Frame]) -> tuple[list[int], list[int]]:
    """Bytes of every message but the first: whole, and as sent."""
    pairs = list(pairwise(frames))
    return [len(now.text.encode()) for _, now in pairs], [len(now.after(was.html).encode()) for was, now in pairs]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=3)
    asked.add_argument("--lang", default="fr")
    chosen = asked.parse_args()
    store, rng = Store(f"sqlite:///{tempfile.mkdtemp()}/bytes.db"), random.Random(1)
    print("| game | events | whole, median | sent, median | sent, largest |\n| --- | ---: | ---: | ---: | ---: |")
    for game in game_names():
        told = [weights(messages(store, game, rng, chosen.lang)) for _ in range(chosen.games)]
        whole, sent = ([one for game in told for one in game[n]] for n in (0, 1))
        figures = (len(sent), statistics.median(whole), statistics.median(sent), max(sent))
        print(f"| {game} | {' | '.join(f'{one:,.0f}' for one in figures)} |")


if __name__ == "__main__":
    main()
