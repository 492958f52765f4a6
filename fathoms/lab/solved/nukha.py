"""The Nukha's Cave made small: three players, the last cards of the cave, all else known to everybody."""

from dataclasses import dataclass

from fathoms.bots.levels import LEVELS
from fathoms.engine.dialect import SPECTATOR
from fathoms.engine.match import Match
from fathoms.engine.position import Position
from fathoms.games.nukha.pieces import CARDS, COINS, FIRST_DISCARDS
from fathoms.games.nukha.rules.hands import WHOLE_CAVE, one, size
from fathoms.games.nukha.state import DISCARD
from fathoms.lab.markdown import table
from fathoms.lab.solved.levels import SAMPLES, Level
from fathoms.lab.solved.report import Progress
from fathoms.lab.solved.tree import Shares, Tree

PLAYERS = 3
ROUNDS = 1_000  # of regret minimisation
SEARCHES = 2  # averaged, since a search of one's turn gives one move only
PATIENCE = {"captain": 400, "abyss": 400}  # questions beyond which a level takes too long to ask


@dataclass(frozen=True)
class Cave:
    """What lies in a small cave beside the Nomads, and the coins of A (the Captain), B and C."""

    cards: str
    coins: tuple[int, int, int]


CAVES = (
    Cave("egg lizard", (4, 4, 4)),
    Cave("egg grapple", (5, 4, 4)),
    Cave("egg egg lantern-2", (6, 4, 4)),
    Cave("egg egg grapple", (5, 4, 4)),
)


def small_cave(cards: str, coins: tuple[int, int, int]) -> Position:
    """A is Captain and B is about to search a cave of these cards and the Nomads.

    All other cards lie under the Bottle, where everybody has seen them go; the Explorers' Purses are known anyway.
    """
    match = Match("nukha", players=PLAYERS, captain="A", adventurers="none", interpreted=False)
    for _ in range(FIRST_DISCARDS):
        match.play(f"sea {next(iter(match.fates()))}")
    position = match.position.copy()
    record = position.record
    cave = sum(one(CARDS.index(card)) for card in cards.split())
    record.cave, record.discard = cave, WHOLE_CAVE - cave
    record.cave_left, record.discarded = size(cave) + 1, size(WHOLE_CAVE - cave)
    for viewer in (1, 2, SPECTATOR):
        record.known[viewer, DISCARD] = WHOLE_CAVE - cave
    record.coins[:PLAYERS] = coins
    record.reserve = COINS - sum(coins)
    return position


def shortfalls(tree: Tree, solved: Shares, own: Shares) -> list[float]:
    """What a seat that plays its own way loses against a best response, each seat in turn, among solved others."""
    best = tree.best_responses(solved)
    return [best[seat] - tree.worth(tree.instead(solved, seat, own))[seat] for seat in range(PLAYERS)]


def study(count: int, seed: int, progress: Progress) -> str:
    """What each level leaves to a best response in small caves, as Markdown; nothing here is drawn by lot."""
    return "\n\n".join([_HEAD, *(_cave(cave, seed, progress) for cave in CAVES)])


_HEAD = f"""Three players without adventurers; a cave of two or three cards and the Nomads; A is the Captain, B about to
search. All other cards lie under the Bottle and everybody knows them; the Explorers' Purses are known anyway. So the
secrets are the finds, and everything that can happen is in one tree. It is played by {ROUNDS:,} rounds of regret
minimisation (CFR+). With three players that need not lead to an equilibrium, and equilibria need not be worth the same;
how near it came is measured: "gain left" is what a seat would win, in shares of the win, by changing to a best response
that knows how the two others play, the mean of the three seats.

"Among solved" puts the level in one seat and the solved play in the two others: what it loses there against a best
response, the mean of the three seats. A level's mixture is taken wherever the seat sees something different: {SEARCHES}
searches averaged, {SAMPLES} draws of the heuristic. The best response also knows the history, which a bot sees only
as far as the table remembers it. Captain and abyss are asked in caves with up to {PATIENCE["captain"]:,} different
questions."""


def _cave(cave: Cave, seed: int, progress: Progress) -> str:
    progress(f"nukha: {cave.cards}")
    tree = Tree(small_cave(cave.cards, cave.coins))
    solved, asked = tree.minimise(ROUNDS), tree.asked
    rows = [("solved", _mean(tree.gains(solved)), _mean(shortfalls(tree, solved, solved)))]
    for name in LEVELS:
        if asked <= PATIENCE.get(name, asked):
            progress(f"nukha: {cave.cards}, {name}")
            own = tree.ask(Level(name, seed, searches=SEARCHES).mixture)
            rows.append((name, _mean(tree.gains(own)), _mean(shortfalls(tree, solved, own))))
    worth = ", ".join(f"{share:.4f}" for share in tree.worth(solved))
    coins = "-".join(str(number) for number in cave.coins)
    return f"""### {cave.cards.replace(" ", ", ").capitalize()}; coins {coins}
{tree.size:,} positions, {tree.questions:,} information sets, {asked:,} of them different to a bot. Solved play is worth
{worth} to A, B and C.

{table(("level", "gain left", "among solved"), rows)}"""


def _mean(numbers: list[float]) -> str:
    return f"{sum(numbers) / len(numbers):.4f}"
