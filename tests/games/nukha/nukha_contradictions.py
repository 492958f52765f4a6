"""How often a world that `imagine` makes contradicts what its viewer has seen since the game began.

    python -m tests.games.nukha.nukha_contradictions --games 200

A world contradicts a history when no way of filling in what the viewer did not see leads from the set-up to it. The
check goes back from the world, event by event, over every card that each unseen move may have carried.
"""

import argparse
import random
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from fathoms import Match
from fathoms.engine.dialect import SEA, SPECTATOR
from fathoms.engine.game import find_game
from fathoms.engine.hooks import has_heuristic, heuristic
from fathoms.engine.position import Position
from fathoms.games.nukha.notation import (
    DISCARDS,
    HIDE_CARD,
    OFFER_DOWN,
    OFFER_UP,
    PICK_UP,
    PICKS,
    RECOVER_CARD,
    REVEALS,
)
from fathoms.games.nukha.pieces import CLAIM_LANTERN, CLAIM_PISTOL, KINDS, PURSE, SIANA
from fathoms.games.nukha.rules.hands import ALL_EGGS, count_of, one
from fathoms.games.nukha.state import CAVE, DISCARD, NONE, OFFER, OPEN, PICK, PLACES

MOST_NODES = 20_000

Op = tuple[str, int, int, int | None]  # what, from, to, the kind or hand (None: not seen)
Hands = tuple[int, ...]


@dataclass
class History:
    """What one viewer has seen of hidden cards: moves, and looks at whole places."""

    viewer: int
    ops: list[Op] = field(default_factory=list)
    start: Hands = ()

    def note(self, before: Position, who: int, code: int, after: Position) -> None:
        b, a = before.record, after.record
        if int(b.captain) == NONE != int(a.captain) or not self.start:
            self.start = hands(a)
        kind_seen = before.audience(who, code) >> self.viewer & 1
        move = moved(b, who, code)
        if move:
            start, end, kind = move
            self.ops.append(("move", start, end, kind if kind_seen else None))
        revealed = int(b.shown) or (who == SEA and REVEALS <= code < PICKS)
        if int(b.found) >= 0 and int(a.found) == NONE and not revealed:
            self.ops.append(("move", CAVE, int(b.turn), int(b.found) if self.viewer == int(b.turn) else None))
        if int(a.captain) == self.viewer != int(b.captain) and int(b.captain) != NONE:
            self.ops.append(("look", DISCARD, DISCARD, int(b.discard)))
        self._note_siana(a)

    def _note_siana(self, a) -> None:
        """N31: asked to offer she has something to offer; not asked, she has nothing but Eggs."""
        target = int(a.target)
        if target == NONE or int(a.adventurer[target]) != SIANA:
            return
        if int(a.phase) == PICK:
            self.ops.append(("look", target, target, int(a.down[target])))
        if int(a.phase) == OFFER and (int(a.claim) == CLAIM_LANTERN or not int(a.up[target]) & ~ALL_EGGS):
            self.ops.append(("treasure", target, target, None))

    def allows(self, world: Position) -> bool | None:
        """Whether some past leads to this world; None if that was not settled in MOST_NODES steps."""
        seen: set[tuple[int, Hands]] = set()
        waiting = [(len(self.ops), settled(world.record))]
        while waiting:
            i, held = waiting.pop()
            if i == 0:
                if held == self.start:
                    return True
                continue
            for earlier in undo(self.ops[i - 1], held):
                if (i - 1, earlier) not in seen:
                    seen.add((i - 1, earlier))
                    waiting.append((i - 1, earlier))
            if len(seen) > MOST_NODES:
                return None
        return False


def hands(s) -> Hands:
    return (*(int(hand) for hand in s.down), int(s.discard))


def settled(s) -> Hands:
    """The hidden hands, without the card found this turn."""
    held = list(hands(s))
    if int(s.found) >= 0 and not int(s.shown) and int(s.attacker) != NONE:
        held[int(s.turn)] -= one(int(s.found))
    return tuple(held)


def moved(s, who: int, code: int) -> tuple[int, int, int] | None:
    """The hidden card an event moves: from where, to where, which."""
    if who == SEA:
        if DISCARDS <= code < REVEALS:
            return CAVE, DISCARD, code - DISCARDS
        return hit(s, code - PICKS) if code >= PICKS else None
    if OFFER_DOWN <= code < RECOVER_CARD:
        return hit(s, code - OFFER_DOWN)
    if RECOVER_CARD <= code < HIDE_CARD:
        return DISCARD, who, code - RECOVER_CARD
    if code >= HIDE_CARD:
        return OPEN, who, code - HIDE_CARD
    for start in (PICK_UP, OFFER_UP):
        if start <= code < start + KINDS and int(s.claim) == CLAIM_PISTOL:
            return OPEN, DISCARD, code - start
    return None


def hit(s, kind: int) -> tuple[int, int, int]:
    ends = {CLAIM_LANTERN: OPEN, CLAIM_PISTOL: DISCARD}
    return int(s.target), ends.get(int(s.claim), int(s.attacker)), kind


def undo(op: Op, held: Hands) -> list[Hands]:
    """The hidden hands before an event, each way it can have been."""
    what, start, end, kind = op
    if what == "look":
        return [held] if held[start] == kind else []
    if what == "treasure":
        return [held] if held[start] & ~ALL_EGGS else []
    kinds = range(KINDS) if kind is None else [kind]
    return [back for k in kinds for back in carry_back(held, start, end, k)]


def carry_back(held: Hands, start: int, end: int, kind: int) -> list[Hands]:
    if (end < PLACES and not count_of(held[end], kind)) or (start == CAVE and kind == PURSE):
        return []
    back = list(held)
    if end < PLACES:
        back[end] -= one(kind)
    if start < PLACES:
        back[start] += one(kind)
    return [tuple(back)]


# Measuring


@dataclass
class Measure:
    worlds: Counter = field(default_factory=Counter)

    def add(self, name: str, verdict: bool | None) -> None:
        self.worlds[name, verdict] += 1

    def line(self, name: str) -> str:
        good, bad, open_ = (self.worlds[name, verdict] for verdict in (True, False, None))
        total = good + bad + open_
        return f"{name}: {total} worlds, {bad} contradict ({100 * bad / total:.3f} %), {open_} not settled"


def event_of(position: Position, by_heuristic: bool, dice: random.Random, rng) -> tuple[int, int]:
    who = position.actors()[0]
    if who == SEA:
        weighted = position.fates()
        return who, dice.choices([f for f, _ in weighted], [w for _, w in weighted])[0]
    if by_heuristic:
        with np.errstate(over="ignore"):
            return who, int(heuristic(position.redacted(who).record, who, rng))
    return who, dice.choice(position.choices(who))


def walk(options: dict, by_heuristic: bool, seed: int, every: int, measure: Measure) -> None:
    """One game; every few events, a world for each viewer, with his memory and without."""
    dice, rng = random.Random(seed), np.array([seed], np.uint64)
    position = Match("nukha", **options).position
    viewers = [*range(options["players"]), SPECTATOR]
    histories = [History(viewer) for viewer in viewers]
    step = 0
    while position.actors():
        who, code = event_of(position, by_heuristic, dice, rng)
        before = position.copy()
        position.happen(who, code)
        for history in histories:
            history.note(before, who, code, position)
        step += 1
        if position.actors() and (step + seed) % every == 0:
            for history in histories:
                judge(position, history, rng, measure)


def judge(position: Position, history: History, rng, measure: Measure) -> None:
    told = position.redacted(history.viewer)
    measure.add("with memory", history.allows(told.imagined(history.viewer, rng)))
    forgetful = told.copy()
    for name in ("known", "sure", "gone", "strays"):
        forgetful.states[name] = 0
    measure.add("without memory", history.allows(forgetful.imagined(history.viewer, rng)))
    assert history.allows(position) is not False, "the true world must never contradict"


def measure_all(count: int, seed: int, every: int, by_heuristic: bool, interpreted: bool = False) -> Measure:
    has_heuristic(find_game("nukha"))
    measure = Measure()
    for number in range(count):
        players = 3 + number % 4
        adventurers = "draft" if number % 8 < 4 else "none"
        options = {"players": players, "adventurers": adventurers, "interpreted": interpreted}
        walk(options, by_heuristic, seed + number, every, measure)
    return measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=9, help="look at every n-th event")
    given = parser.parse_args()
    for by_heuristic, name in ((True, "rule of thumb"), (False, "random play")):
        measure = measure_all(given.games, given.seed, given.every, by_heuristic)
        print(f"{name}, {given.games} games of 3 to 6 players, every seat and a spectator")
        for kind in ("with memory", "without memory"):
            print("  " + measure.line(kind))


if __name__ == "__main__":
    main()
