"""The coach: a game that was played, read again. Whose luck was it, and whose doing?

`docs/explain/coach.md` explains the sums.

The value of a position is how often each seat wins when the game is played on by rule of thumb, over many streams of
random numbers. A stream goes along with the game: where the game does what the stream would have done, its outcome
stays the same, so that what changes a value is what really happened, and every sum is exact.
`docs/explain/coach.md` explains the sums.
"""

import itertools
import json
import math
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace

import numpy as np

from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.bots.coach import kernels
from fathoms.bots.coach.choice_value import (
    ChoiceValue,
    Counts,
    choice_value,
    need_heuristic,
    open_streams,
    room_for,
    share_table,
)
from fathoms.bots.coach.working_out import best_play_share
from fathoms.engine.dialect import SEA, SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.engine.match import Match
from fathoms.engine.position import Position
from fathoms.engine.sea import Sea

ORDERS = math.factorial(len(SEATS))  # what is shared out over all orders of up to six seats is whole in these
PLAYOUTS = 400
MOST_PLAYOUTS = 100_000


@dataclass(frozen=True)
class Account:
    """A seat's ledger, in parts of `Report.whole`: the first four add up to the result."""

    start: int
    luck: int
    own: int
    others: int
    result: int
    errors: dict[str, float]  # standard errors of start, luck, own and others, as shares of the win

    @property
    def adds_up(self) -> bool:
        return self.start + self.luck + self.own + self.others == self.result


@dataclass(frozen=True)
class Happening:
    """One event: every seat's share of the win before and after it, and what the event itself did."""

    number: int  # from 1, as the log counts
    line: str
    before: tuple[int, ...]  # in parts of `Report.whole`; for choices made at the same time, before all of them
    after: tuple[int, ...]
    change: tuple[int, ...]  # after - before, or for choices made at the same time the fair part of it
    errors: tuple[float, ...]  # standard errors of the change
    spread: tuple[float, ...]  # standard errors of `after`
    judgement: ChoiceValue | None = None

    @property
    def who(self) -> str:
        return self.line.split(" ", 1)[0]


@dataclass(frozen=True)
class Report:
    """All the coach has to say about a game."""

    game: str
    seats: tuple[str, ...]
    over: bool
    playouts: int
    whole: int  # a whole win
    happenings: tuple[Happening, ...]
    ledger: dict[str, Account]
    moments: tuple[int, ...] = ()  # the numbers of the events that decided the game, in their order
    reasons: dict[str, dict[str, str]] = field(default_factory=dict)  # of costly decisions: number -> language -> why
    worked_out: tuple[float, ...] = ()  # A's share after each of the last events, the very last one too, by best play

    def share(self, parts: int) -> float:
        return parts / self.whole

    @property
    def worked_out_from(self) -> int | None:
        """The number of the first event from which on the shares were worked out."""
        return len(self.happenings) - len(self.worked_out) + 1 if self.worked_out else None

    def shares_after(self, number: int) -> tuple[float, ...]:
        """Every seat's share after an event: worked out where it can be, elsewhere by rule of thumb."""
        if self.worked_out_from is not None and number >= self.worked_out_from:
            share = self.worked_out[number - self.worked_out_from]
            return share, 1 - share
        parts = self.happenings[number - 1].after if number else self.happenings[0].before
        return tuple(self.share(one) for one in parts)


def report_text(report: Report) -> str:
    """A report as JSON, exact: what `read_report` takes."""
    return json.dumps(asdict(report), ensure_ascii=False)


def read_report(text: str) -> Report:
    body = json.loads(text)
    for one in body["happenings"]:
        one.update({name: tuple(one[name]) for name in ("before", "after", "change", "errors", "spread")})
        one["judgement"] = ChoiceValue(**one["judgement"]) if one["judgement"] else None
    body["happenings"] = tuple(Happening(**one) for one in body["happenings"])
    body["ledger"] = {seat: Account(**one) for seat, one in body["ledger"].items()}
    return Report(
        **{
            **body,
            "seats": tuple(body["seats"]),
            "moments": tuple(body["moments"]),
            "worked_out": tuple(body.get("worked_out", ())),
        }
    )


@dataclass
class Node:
    """A position of the game and what happened there: a fate, a decision, or several made at the same time."""

    position: Position
    numbers: list[int] = field(default_factory=list)  # of the events
    codes: dict[int, int] = field(default_factory=dict)  # who -> fate or action, in the order of the log
    seen: dict[int, Position] = field(default_factory=dict)  # who -> the position then: an ally may have shown a choice


def nodes_of(match: Match) -> Iterator[Node]:
    """A match again, from its first event, whole positions included."""
    again = Match(match.game, interpreted=False, **match.options)
    node: Node | None = None
    for number, line in enumerate(match.log, 1):
        name, _, text = line.partition(" ")
        who = SEA if name == "sea" else SEATS.index(name)
        if node is None or who in node.codes or who not in node.position.actors():
            if node is not None:
                yield node
            node = Node(again.position)
        node.numbers.append(number)
        node.codes[who] = int(match.game.code(who, text) or 0)
        node.seen[who] = again.position
        again.play(line)
        if len(node.codes) == len(node.position.actors()):
            yield node
            node = None
    if node is not None:
        yield node


class Follower:
    """The streams, as they go along with a game: the sums of all they lead to."""

    def __init__(self, game: Game, players: int, playouts: int, seed: int) -> None:
        self.game, self.players, self.playouts = game, players, playouts
        self.whole = WHOLE_WIN * ORDERS * playouts
        self.start: Counts | None = None  # each stream's parts of the win at the beginning
        self.now: Counts | None = None
        self.luck, self.own, self.all = (np.zeros((playouts, players), np.int64) for _ in range(3))
        self._streams = open_streams((seed, 0), playouts)
        self._table = share_table(players) * ORDERS
        self._masks = np.zeros(playouts, np.uint8)
        self._room = room_for(game)

    def pass_by(self, node: Node) -> list[Happening]:
        """Take the streams past what happened at a node."""
        seats = sorted(node.codes)
        values = self._values(node, seats)
        if self.start is None:
            self.start = values[:, 0]
        changes = {who: part for who, part in zip(seats, share_out(values), strict=True)}
        for who, change in changes.items():
            if who == SEA:
                self.luck += change
            else:
                self.own[:, who] += change[:, who]
                self.all += change
        self.now = values[:, -1]
        return list(self._tell(node, seats, values, changes))

    def _values(self, node: Node, seats: list[int]) -> Counts:
        """Stream, subset of the seats that chose as they did, seat -> parts of the win."""
        outcomes = np.zeros((self.playouts, 1 << len(seats)), np.uint8)
        outcomes[:, 0] = self._masks
        chosen = np.full(SEA + 1, -1, np.int64)
        for who, code in node.codes.items():
            chosen[who] = code
        movers, fresh = np.array(seats, np.int64), self.now is None
        kernels.follow(node.position.states, self._room, chosen, movers, fresh, self._streams, outcomes)
        self._masks = outcomes[:, -1].copy()
        values: Counts = self._table[outcomes]
        return values

    def _tell(self, node: Node, seats: list[int], values: Counts, changes: dict[int, Counts]) -> Iterator[Happening]:
        subset = 0
        for number, who in zip(node.numbers, node.codes, strict=True):
            subset |= 1 << seats.index(who)
            after, change = values[:, subset], changes[who]
            name = "sea" if who == SEA else SEATS[who]
            yield Happening(
                number,
                f"{name} {self.game.text(who, node.codes[who])}",
                sums(values[:, 0]),
                sums(after),
                sums(change),
                tuple(self.errors(change)),
                tuple(self.errors(after)),
            )

    def errors(self, parts: Counts) -> list[float]:
        """Standard errors of each seat's mean: the streams are independent of each other."""
        return [float(e) for e in parts.std(axis=0, ddof=1) / (WHOLE_WIN * ORDERS * math.sqrt(self.playouts))]

    def account(self, seat: int) -> Account:
        assert self.start is not None
        assert self.now is not None
        others = self.all[:, seat] - self.own[:, seat]
        columns = {"start": self.start[:, seat], "luck": self.luck[:, seat], "own": self.own[:, seat], "others": others}
        errors = {name: self.errors(column[:, None])[0] for name, column in columns.items()}
        totals = {name: int(column.sum()) for name, column in columns.items()}
        return Account(**totals, result=int(self.now[:, seat].sum()), errors=errors)


def sums(parts: Counts) -> tuple[int, ...]:
    return tuple(int(total) for total in parts.sum(axis=0))


def share_out(values: Counts) -> list[Counts]:
    """What each of those who chose at the same time did: the mean over all orders in which they might have chosen.

    `values` has a column for each subset of them. A single one has done all of the change.
    """
    several = int(values.shape[1]).bit_length() - 1
    parts = []
    for one in range(several):
        part = np.zeros_like(values[:, 0])
        rest = [other for other in range(several) if other != one]
        for size in range(several):
            orders = math.factorial(size) * math.factorial(several - size - 1)
            for before in itertools.combinations(rest, size):
                subset = sum(1 << other for other in before)
                part += (values[:, subset | 1 << one] - values[:, subset]) * orders
        parts.append(part // math.factorial(several))  # whole: values are multiples of ORDERS
    return parts


def read_game(
    match: Match,
    playouts: int = PLAYOUTS,
    seed: int = 1,
    cores: int = 1,
    progress: Callable[[int], None] = lambda events: None,
    judging: bool = True,
) -> Report:
    """Follow a match from its first event to its last and, if `judging`, judge every decision on the way."""
    need_heuristic(match.game)
    if not match.log:
        raise OptionError("nothing has happened in this game yet; allowed: a game with at least one event")
    if not 4 <= playouts <= MOST_PLAYOUTS:
        raise OptionError(f"playouts={playouts} is not possible; allowed: 4 to {MOST_PLAYOUTS}")
    follower = Follower(match.game, match.players, playouts, seed)
    told: list[Happening] = []
    known: dict[int, float | None] = {}

    def judged(node: Node) -> tuple[Node, dict[int, ChoiceValue | None]]:
        seats = [who for who in node.codes if who != SEA and judging]
        known[node.numbers[0] - 1] = best_play_share(node.position, match.players) if judging else None
        return node, {who: _judge(node, who, match.players, playouts, seed) for who in seats}

    with ThreadPoolExecutor(cores) as pool:  # the kernels release the GIL
        for node, judgements in pool.map(judged, nodes_of(match)):
            for who, happening in zip(node.codes, follower.pass_by(node), strict=True):
                told.append(replace(happening, judgement=judgements.get(who)))
            progress(len(told))
    ledger = {SEATS[seat]: follower.account(seat) for seat in range(match.players)}
    seats = tuple(match.seats)
    report = Report(match.game.name, seats, match.over, playouts, follower.whole, tuple(told), ledger)
    return _with_moments(replace(report, worked_out=_last_shares(report, known)))


def _last_shares(report: Report, known: Mapping[int, float | None]) -> tuple[float, ...]:
    """A's shares after the last events, as far back from the end of the game as all were worked out."""
    shares: list[float] = []
    last = len(report.happenings)
    while report.over and (share := known.get(last - 1 - len(shares))) is not None:
        shares.insert(0, share)
    return (*shares, report.share(report.happenings[-1].after[0])) if shares else ()


def _judge(node: Node, who: int, players: int, playouts: int, seed: int) -> ChoiceValue | None:
    streams = open_streams((seed, 1, node.numbers[0], who), playouts)
    return choice_value(node.seen[who].redacted(who), players, who, node.codes[who], streams)


def compile_coach(game: Game) -> None:
    """Compile, or load from the cache, what the coach asks of a game."""
    match, sea = Match(game, interpreted=False), Sea.from_seed(1)
    match.drift(sea)
    match.play(f"{match.to_act[0]} {match.choices(match.to_act[0])[0]}")
    read_game(match, playouts=4)


# The moments that decided the game

MOMENTS = 3


def weight(report: Report, happening: Happening) -> float:
    """How much of the win an event moved for sure: a costly decision by its cost, anything else by its change."""
    found = happening.judgement
    if found is not None and found.is_costly:
        return found.cost - found.error
    moved = [abs(c) / report.whole - e for c, e in zip(happening.change, happening.errors, strict=True)]
    return max(moved)


def heaviest(report: Report) -> int | None:
    """The number of the event that decided most, if any decided anything."""
    return max(report.moments, key=lambda number: weight(report, report.happenings[number - 1]), default=None)


def _with_moments(report: Report) -> Report:
    heavy = sorted(report.happenings, key=lambda one: -weight(report, one))[:MOMENTS]
    numbers = tuple(sorted(one.number for one in heavy if any(one.change) or one.judgement))
    return replace(report, moments=numbers)
