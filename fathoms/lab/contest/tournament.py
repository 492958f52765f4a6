"""Tournaments on duplicate deals: the same fates at every table of a deal, every bot in every seat.

Two bots meet with half of the seats each, or one more or less where their number is odd, in every such seating; a
deal's share of a bot is what its seats won of these games, so equals have 50 % whatever the number of players. Several
bots meet in pairs. With a number of iterations everything follows from the seed.
"""

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

import numpy as np

from fathoms.bots.levels import QUICK_LEVELS, Bot
from fathoms.bots.matches import decisions
from fathoms.bots.statistics import resampled_interval
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.engine.kinds import Json, Rng
from fathoms.engine.match import Match
from fathoms.lab.contest.elo import Rating, Sprt, ratings
from fathoms.lab.parallel import on_cores

_SPREAD = np.uint64(0x9E3779B97F4A7C15)


def mixed(*words: object) -> int:
    """64 bits that follow from the words: the seed of whatever they name."""
    text = "|".join(map(str, words)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


class Deal:
    """The sea of one deal. The k-th event of a kind takes the same numbers at every table of the deal.

    Every fate has a number of its own, and the least one wins, in proportion to the weights: the same fate at two
    tables that differ a little, wherever it is possible at both.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._seen: Counter[str] = Counter()

    def choose(self, game: Game, fates: Sequence[tuple[int, int]]) -> int:
        kind = game.fate_text(fates[0][0]).split(" ")[0]
        self._seen[kind] += 1
        base = np.uint64(mixed(self.seed, kind, self._seen[kind]))
        codes, weights = np.array(fates, np.uint64).T
        with np.errstate(over="ignore"):
            numbers = _scramble(base + codes * _SPREAD)
        waits = -np.log((numbers >> np.uint64(11)).astype(np.float64) / 2**53 + 2**-54) / weights
        return fates[int(np.argmin(waits))][0]

    def drift(self, match: Match) -> None:
        """Let the sea act until a player must decide or the game is over."""
        while match.to_act == ["sea"]:
            code = self.choose(match.game, match.position.fates())
            match.play(f"sea {match.game.fate_text(code)}")


def _scramble(numbers: Rng) -> Rng:
    """Splitmix64's mixing, of many numbers at once."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


@dataclass(frozen=True)
class Entrant:
    """A bot as it enters: a level, and how long it thinks, in iterations or in seconds (None: as the level does)."""

    level: str
    iterations: int | None = None
    seconds: float | None = None

    @classmethod
    def read(cls, text: str, iterations: int | None = None, seconds: float | None = None) -> "Entrant":
        """`captain`, or `captain@500` for 500 iterations a move, whatever the others have."""
        level, at, count = text.strip().partition("@")
        if at and not (count.isdecimal() and int(count) > 0):
            raise OptionError(f"{text!r} is not a bot; allowed: a level, or level@iterations, as mate@500")
        Bot(level, 1)  # refuses an unknown level
        if level in QUICK_LEVELS:
            return cls(level)
        return cls(level, int(count)) if at else cls(level, iterations, seconds)

    @property
    def name(self) -> str:
        if self.seconds is not None:
            return f"{self.level} {self.seconds:g} s"
        return f"{self.level}@{self.iterations}" if self.iterations is not None else self.level

    def sit_down(self, seed: int) -> Bot:
        return Bot(self.level, seed, self.iterations, self.seconds)


def seatings(players: int) -> list[str]:
    """Every way to give each of two bots half of the seats (a or b a seat); with an odd number one has one more."""
    sizes = sorted({players // 2, players - players // 2})
    held = [seats for size in sizes for seats in combinations(range(players), size)]
    return ["".join("a" if seat in seats else "b" for seat in range(players)) for seats in held]


@dataclass(frozen=True)
class Pairing:
    """Two bots on the deals of a seed."""

    game: Game
    options: Json
    first: Entrant
    second: Entrant
    seed: int = 1
    records: Path | None = None

    @property
    def players(self) -> int:
        return int(self.options["players"])

    def play_deal(self, deal: int) -> float:
        """All the games of a deal: the share of the wins that went to the first bot."""
        tables = seatings(self.players)
        return sum(self._play(deal, seating) for seating in tables) / len(tables)

    def _play(self, deal: int, seating: str) -> float:
        match, sea = Match(self.game, interpreted=False, **self.options), Deal(mixed(self.seed, deal))
        entrants = [self.first if letter == "a" else self.second for letter in seating]
        names = (self.first.name, self.second.name)
        seeds = [mixed(self.seed, deal, seating, *names, seat) for seat in match.seats]
        bots = {seat: one.sit_down(seed) for seat, one, seed in zip(match.seats, entrants, seeds, strict=True)}
        for _ in decisions(match, bots, sea.drift):
            pass
        if self.records:
            self._keep(match, f"{self.game.name}-{'-'.join(names)}-{deal}-{seating}.json".replace(" ", "_"))
        won = sum(seating[SEATS.index(seat)] == "a" for seat in match.winners)
        return won / len(match.winners)

    def _keep(self, match: Match, name: str) -> None:
        assert self.records is not None
        self.records.mkdir(parents=True, exist_ok=True)
        (self.records / name).write_text(match.save(), encoding="utf-8")

    def deals(self, first: int, count: int, cores: int) -> Generator[float, None, None]:
        """The shares of deals in their order, several at once: a search runs without the interpreter's lock."""
        for _, share in on_cores(self.play_deal, range(first, first + count), cores):
            yield share


@dataclass
class Meeting:
    """What came of a pairing."""

    pairing: Pairing
    shares: list[float] = field(default_factory=list)  # of the first bot, deal by deal

    @property
    def share(self) -> float:
        return sum(self.shares) / len(self.shares)

    @property
    def interval(self) -> tuple[float, float]:
        return resampled_interval(self.shares)

    def to_dict(self) -> Json:
        pairing, (low, high) = self.pairing, self.interval
        return {
            "game": pairing.game.name,
            "options": pairing.options,
            "first": pairing.first.name,
            "second": pairing.second.name,
            "seed": pairing.seed,
            "games": len(self.shares) * len(seatings(pairing.players)),
            "share": self.share,
            "low": low,
            "high": high,
            "shares": self.shares,
        }


@dataclass
class Tournament:
    """Every pair of the bots, on the same deals."""

    game: Game
    options: Json
    bots: Sequence[Entrant]
    seed: int = 1
    records: Path | None = None
    meetings: list[Meeting] = field(default_factory=list)

    def __post_init__(self) -> None:
        names = [bot.name for bot in self.bots]
        if len(names) < 2 or len(set(names)) < len(names):
            raise OptionError(f"bots={','.join(names)}: allowed: two bots or more, all different")

    def pairs(self) -> list[tuple[int, int]]:
        return list(combinations(range(len(self.bots)), 2))

    def run(self, deals: int, cores: int | None = None, progress: Callable[[int], None] = lambda done: None) -> None:
        """Play; `progress` is told after each deal how many are played."""
        done = 0
        for a, b in self.pairs():
            meeting = self._meet(a, b)
            for share in meeting.pairing.deals(0, deals, cores or os.cpu_count() or 1):
                meeting.shares.append(share)
                done += 1
                progress(done)

    def test(
        self, sprt: Sprt, most: int, cores: int | None = None, progress: Callable[[int], None] = lambda done: None
    ) -> tuple[Meeting, str]:
        """The first bot against the second until the test decides, or `most` deals: the meeting, and the verdict."""
        if len(self.bots) != 2:
            raise OptionError(f"a sequential test is between two bots; allowed: two, not {len(self.bots)}")
        meeting, verdict = self._meet(0, 1), None
        with closing(meeting.pairing.deals(0, most, cores or os.cpu_count() or 1)) as deals:
            for share in deals:
                meeting.shares.append(share)
                progress(len(meeting.shares))
                verdict = sprt.verdict(meeting.shares)
                if verdict:
                    break
        return meeting, verdict or "undecided"

    def _meet(self, a: int, b: int) -> Meeting:
        pairing = Pairing(self.game, self.options, self.bots[a], self.bots[b], self.seed, self.records)
        self.meetings.append(Meeting(pairing))
        return self.meetings[-1]

    def ratings(self) -> list[Rating]:
        return ratings(len(self.bots), self.pairs(), [meeting.shares for meeting in self.meetings])

    def to_dict(self) -> Json:
        elo = {bot.name: vars(rating) for bot, rating in zip(self.bots, self.ratings(), strict=True)}
        return {"meetings": [meeting.to_dict() for meeting in self.meetings], "elo": elo}
