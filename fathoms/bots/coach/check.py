"""The coach put to the test: bots play, and every ledger must add up to what the game itself says of the result."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from fathoms.bots.coach.coach import Report, read_game
from fathoms.bots.coach.words import tenths
from fathoms.bots.levels import Bot
from fathoms.bots.matches import decisions, sea_drift
from fathoms.bots.statistics import Estimate, mean_from
from fathoms.engine.game import Game
from fathoms.engine.match import Match
from fathoms.engine.options import Values
from fathoms.engine.sea import Sea

ENTRIES = ("start", "luck", "own", "others", "result")


@dataclass
class Check:
    """What was found: games whose ledger does not hold, and every entry of every ledger, as shares of the win."""

    games: int = 0
    faults: list[str] = field(default_factory=list)
    entries: dict[str, list[dict[str, Fraction]]] = field(default_factory=dict)  # seat -> a ledger for each game

    def means(self) -> dict[str, dict[str, Estimate]]:
        """Seat -> entry -> its mean and half its 95 % interval, in points."""
        return {
            seat: {name: mean_from([float(100 * one[name]) for one in ledgers]) for name in ENTRIES}
            for seat, ledgers in self.entries.items()
        }


def play_game(game: Game, options: Values, levels: Sequence[str], seed: int) -> Match:
    """A game between bots, the levels in turn; the same for the same seed."""
    match, sea = Match(game, interpreted=False, **options), Sea.from_seed(seed)
    bots = {seat: Bot(levels[n % len(levels)], seed * 8 + n, 200) for n, seat in enumerate(match.seats)}
    for _ in decisions(
        match, bots, sea_drift(sea), which=-1
    ):  # not the order of the seats, where several choose at once
        pass
    return match


def fault_of(report: Report, match: Match) -> str | None:
    """What does not hold in a ledger: its sum, the result it leads to, or the sum of its figures as shown."""
    for seat, account in report.ledger.items():
        won = Fraction(int(seat in match.winners), len(match.winners))
        if not account.adds_up:
            return f"the ledger of {seat} does not add up"
        if Fraction(account.result, report.whole) != won:
            return f"the ledger of {seat} leads to {account.result} of {report.whole}, but the game to {won}"
        shown = tenths(account, report.whole)
        if sum(shown[:4]) != shown[4]:
            return f"the ledger of {seat} does not add up as it is shown: {shown}"
    return None


def check_games(
    game: Game,
    options: Values,
    levels: Sequence[str],
    games: int,
    playouts: int,
    seed: int,
    progress: Callable[[int], None] = lambda games: None,
) -> Check:
    """Let bots play games, seats rotated, and read each."""
    check = Check()
    for number in range(games):
        turned = [*levels[number % len(levels) :], *levels[: number % len(levels)]]
        match = play_game(game, options, turned, seed * 1_000_003 + number)
        report = read_game(match, playouts, seed + number, judging=False)
        fault = fault_of(report, match)
        check.faults += [f"game {number}: {fault}"] if fault else []
        for seat, account in report.ledger.items():
            shares = {name: Fraction(getattr(account, name), report.whole) for name in ENTRIES}
            check.entries.setdefault(seat, []).append(shares)
        check.games += 1
        progress(check.games)
    return check
