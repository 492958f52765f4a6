"""A search as an object: a budget of iterations or of time, and what it found."""

import time
from dataclasses import dataclass

import numpy as np

from fathoms.bots.networks.policy import NO_POLICY, imitated_policy_of, policy_of, room_for_thoughts
from fathoms.bots.networks.policy_kernels import Net
from fathoms.bots.networks.value_kernels import ROWS, ValueRoom, Values
from fathoms.bots.networks.values import NOTHING_LEARNED, LearnedFrom, values_of
from fathoms.bots.search.kernels import MOST_DEPTH, choose_together, search
from fathoms.bots.search.playout_kernels import POLICY, SETTINGS, Guides, Minds, Room, Steps
from fathoms.bots.search.tree_kernels import ARM, NODE, ROOT, SIZES, STEP, Tree
from fathoms.engine.dialect import SEA, SEATS, pick_share
from fathoms.engine.game import Game
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.kinds import Doubles, Raw, Records, Rng
from fathoms.engine.position import Position

BATCH = 100  # iterations between two looks at the clock
MOST_NODES = 1 << 16
ARMS_A_NODE = 6
NO_END = 1 << 62
NOTHING_FORETOLD = np.zeros((0, 0))
IN_PLACE, IN_PLACE_NODES = 700, 1 << 10  # iterations of a search in somebody else's place, and room for its tree
CLEARLY = 2.0  # the power of its visits by which what it found is likely
BLUNDER = 0.05  # how likely anything else is answered
A_WHILE = 0.2  # seconds that are worth foretelling


@dataclass(frozen=True)
class Option:
    """One choice as the search sees it."""

    action: int
    visits: int
    value: float  # the seat's expected share of the win
    weight: float  # how often it should be played, where several choose at once


@dataclass(frozen=True)
class Style:
    """How a search looks for a move; `kernels.SETTINGS` says what the numbers mean."""

    values: LearnedFrom | None = None  # judge by values, where the game has some, learned from such games
    explore: float = 1.2
    trust: float = 0.5
    mix: float = 0.15
    careless: int = 24
    grow: int = 1
    imitation: float = 0.0
    doubt: int = 0
    turns: int = 0
    in_place: int = 0  # with a policy: worlds in which it is searched, in his place, how a searcher answers a choice
    policy: bool = False  # others act on it, where the game has one, and it says where to look and what to expect
    enough: int = NO_END  # iterations, of which more would not help
    most_players: int = 6  # at a table; with more it has learned too little
    lookahead: int = 0  # turns that are worked out instead, where two play a game that has one

    def settings(self) -> Records:
        numbers = (self.explore, self.trust, self.mix, self.careless, self.grow, self.imitation, self.doubt, self.turns)
        return np.array([numbers], SETTINGS)


def guides_of(game: Game, style: Style) -> Guides:
    """How a style searches a game, and by what it judges there."""
    net = policy_of(game) if style.policy else NO_POLICY
    imitated = imitated_policy_of(game) if style.imitation else net
    values = values_of(game, style.values) if style.values else NOTHING_LEARNED
    return Guides(style.settings(), values, minds_of(net, imitated))


def minds_of(net: Net = NO_POLICY, imitated: Net = NO_POLICY) -> Minds:
    """Seats that act by these nets, nothing being foretold."""
    return Minds((net, imitated), NOTHING_FORETOLD, np.zeros(len(SEATS), np.int64), room_for_thoughts(net, imitated))


def empty_tree(nodes: int) -> Tree:
    """Room for so many nodes, a power of two."""
    return Tree(np.zeros(nodes, NODE), np.zeros(nodes * ARMS_A_NODE, ARM), np.zeros(SIZES, np.int64))


def room_for_search(game: Game, values: Values) -> Room:
    """Memory to search a game in, and to judge by such values."""
    size, worlds = max(game.most_choices, game.most_fates), np.zeros(2, game.state)
    facts, width = max(values.seats.shape[1], values.table.shape[0]), values.last.shape[0]
    steps = Steps(
        worlds,
        words_of(worlds),
        np.zeros(size, np.int32),
        np.zeros(size, np.int64),
        np.zeros(size, np.float64),
        np.zeros(MOST_DEPTH, STEP),
    )
    judging = ValueRoom(np.zeros((ROWS, facts), np.float32), np.zeros((ROWS, width), np.float32))
    return Room(steps, np.zeros(len(SEATS), np.float64), judging)


class Search:
    """The tree of one decision. `position` is redacted for `seat`: the search knows nothing else.

    The tree's memory is bounded by `nodes`, a power of two; a full one is searched on without growing.
    """

    def __init__(
        self,
        position: Position,
        seat: int,
        rng: Rng,
        nodes: int = MOST_NODES,
        style: Style = Style(),  # noqa: B008 (frozen)
    ) -> None:
        game = position.game
        has_heuristic(game)
        self.seat, self.rng, self.iterations = seat, rng, 0
        self._root, self._told = position.copy().states, position
        self._guides, self._enough = guides_of(game, style), style.enough
        self._tree, self._room = empty_tree(nodes), room_for_search(game, self._guides.values)
        self._in_place = style.in_place if self._guides.minds.nets[POLICY] is not NO_POLICY else 0
        several = bin(choose_together(self._root, seat)).count("1") > 1
        self._together = several and not style.policy

    def run(self, iterations: int) -> None:
        if self._in_place and not self.iterations:
            answers = foretell(self._told, self.seat, self._in_place, self.rng)
            self._guides = self._guides._replace(minds=self._guides.minds._replace(answers=answers))
        search(self._root, self._tree, self._guides, self._room, self.seat, iterations, self.rng)
        self.iterations += iterations

    def run_for(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self.run(BATCH)

    def think(self, iterations: int | None, seconds: float) -> None:
        """Search for so many iterations, or so long, and stop before if the rest could not change the choice."""
        if iterations is not None:
            iterations = min(iterations, self._enough)
            while self.iterations < iterations and not self._decided(iterations - self.iterations):
                self.run(min(BATCH * 5, iterations - self.iterations))
            return
        start = time.perf_counter()
        if seconds < A_WHILE:
            self._in_place = 0
        while (spent := time.perf_counter() - start) < seconds and self.iterations < self._enough:
            if self.iterations and self._decided(int(self.iterations * (seconds - spent) / spent)):
                return
            self.run(BATCH)

    def _decided(self, left: int) -> bool:
        """Whether the most visited choice stays so whatever comes of the iterations left."""
        if self._together or not self.iterations:
            return False
        options = self.options()
        return len(options) < 2 or options[0].visits - options[1].visits > left

    def options(self) -> list[Option]:
        """The seat's choices at the root, the most visited first."""
        nodes, arms, sizes = self._tree
        if not sizes[ROOT]:
            return []
        node = nodes[sizes[ROOT] - 1]
        found = []
        for arm in arms[node["first"] : node["first"] + node["count"]]:
            visits = int(arm["visits"])
            value = float(arm["value"]) / visits if visits else 0.0
            found.append(Option(int(arm["action"]), visits, value, float(arm["weight"])))
        return sorted(found, key=lambda option: -option.visits)

    def choose(self, draw: float) -> int:
        """The action to play: the most visited, or drawn from the mixed strategy where several choose at once."""
        options = self.options()
        if not self._together:
            return options[0].action
        total = sum(option.weight for option in options)
        likely = [option for option in options if option.weight > 0.02 * total]
        weights = [option.weight for option in likely]
        return likely[int(pick_share(weights, len(weights), draw * sum(weights)))].action


def foretell(told: Position, seat: int, worlds: int, rng: Rng) -> Doubles:
    """How likely a searcher answers each choice of a seat by what: a row a choice, a column an action."""
    found: list[tuple[int, int, float]] = []
    choices = told.choices(seat)
    for row, action in enumerate(choices):
        for _ in range(worlds):
            world = told.imagined(seat, rng)
            world.happen(seat, action)
            found += [(row, answer, odds) for answer, odds in _answers_in(world, seat, rng)]
    answers = np.zeros((len(choices), 1 + max((answer for _, answer, _ in found), default=0)))
    for row, answer, odds in found:
        answers[row, answer] += odds
    return answers


def _answers_in(world: Position, seat: int, rng: Rng) -> list[tuple[int, float]]:
    """What whoever decides next, if it is one and another, does after a plain search of his own, and how likely."""
    actors = world.actors()
    if len(actors) != 1 or actors[0] in (SEA, seat) or len(world.choices(actors[0])) < 2:
        return []
    search = Search(world.redacted(actors[0]), actors[0], rng, IN_PLACE_NODES)
    search.run(IN_PLACE)
    options = search.options()
    shares = np.array([option.visits + 1.0 for option in options]) ** CLEARLY
    odds = (1 - BLUNDER) * shares / shares.sum() + BLUNDER / len(options)
    return [(option.action, float(likely)) for option, likely in zip(options, odds, strict=True)]


def words_of(records: Records) -> Raw:
    """The bytes of records, a row each, in the longest words that a record is a whole number of."""
    size = records.itemsize
    word = np.dtype(np.uint64 if size % 8 == 0 else np.uint32 if size % 4 == 0 else np.uint8)
    words: Raw = records.view(word).reshape(len(records), -1)
    return words
