"""Golden playthroughs: every event, choice and view of a game as text, so that any change of behaviour shows.

`python -m tests.golden.playthrough` writes them anew; read the difference before committing it.
"""

import json
from pathlib import Path
from typing import Any

from fathoms import Match, Sea
from fathoms.engine.conform import Dice

FOLDER = Path(__file__).parent

# name -> game, seed, options; a few of each, chosen to show much.
GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "locker-plain": ("locker", 1, {"players": 3}),
    "locker-divers": ("locker", 2, {"players": 4, "divers": "random", "variant": "strange-waters"}),
    "locker-named": ("locker", 3, {"players": 2, "first": "B", "variant": "full-house", "tracker": True,
                                   "divers": ["mystic", "double-haul"]}),
    "reef-plain": ("reef", 1, {"players": 2}),
    "reef-trench": ("reef", 2, {"players": 4, "scarce": True, "chart": "trench"}),
    "barracuda-plain": ("barracuda", 1, {"players": 3}),
    "barracuda-teams": ("barracuda", 2, {"players": 4, "teams": True, "layout": "random", "extras": [2, 6]}),
    "nukha-plain": ("nukha", 1, {"players": 4}),
    "nukha-bare": ("nukha", 2, {"players": 3, "adventurers": "none", "captain": "B"}),
}  # fmt: skip


def playthrough(game: str, seed: int, options: dict[str, Any]) -> str:
    """A random game as text: events, who acts, choices in order, and what changed in each view."""
    match, sea, dice = Match(game, **options), Sea.from_seed(seed), Dice(seed)
    seen: dict[str | None, dict[str, Any]] = {}
    lines = [f"{game} {json.dumps(match.options)}", *_look(match, seen)]

    def note(match: Match) -> None:
        lines.extend([f"> {match.log[-1]}", *_look(match, seen)])

    while not match.over:
        match.drift(sea, note)
        if not match.over:
            seat = dice.pick(match.to_act)
            match.play(f"{seat} {dice.pick(match.choices(seat))}")
            note(match)
    return "\n".join([*lines, f"winners {match.winners}", f"state {match.to_record().hashes[-1]}"]) + "\n"


def _look(match: Match, seen: dict[str | None, dict[str, Any]]) -> list[str]:
    """What changed for every viewer, fields in the view's own order; and the log as each reads its last line."""
    lines = []
    for seat in (*match.seats, None):
        view = match.view(seat)
        before = seen.get(seat, {})
        changed = {key: value for key, value in view.items() if key not in before or before[key] != value}
        seen[seat] = view
        told = match.log_for(seat)[-1:]
        lines.append(f"  {seat or 'spectator'} {json.dumps([*told, changed], ensure_ascii=False)}")
    return lines


def write_all() -> None:
    for name, (game, seed, options) in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(game, seed, options), encoding="utf-8")


if __name__ == "__main__":
    write_all()
