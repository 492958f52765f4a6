"""`fathoms balance`: is a game fair, and what if it were changed? Plays, watches, and tells figures as plain data.

The figures, a dict that JSON can hold, are all that a report is drawn from (`report.py`).
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.bots.statistics import Estimate, holm, mean_of, quantile_of, ratio_of, two_sided
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.engine.kinds import Json
from fathoms.engine.options import Values, written
from fathoms.engine.rulebook import LANGUAGES, rule_texts
from fathoms.lab.balance.kernels import CROSS, GAMES_WITH, SEATS_WITH, TENTHS, USES, USES_2, WON, WON_2
from fathoms.lab.balance.metrics_kernels import load_metrics
from fathoms.lab.balance.play import (
    LOWEST_SCORE,
    Chunk,
    Counts,
    Rows,
    Run,
    Tally,
    index_of,
    margin,
    shares_by_place,
    shares_by_seat,
    sole,
    watch,
    winners_score,
)
from fathoms.lab.parallel import interruptible

Figures = Json
SLOW_SHARE = 1000  # a level that searches plays one game for so many of a quick level …
FEWEST_SLOW = 20  # … but at least these
TRIAL_SHARE = 5  # each trial plays one game for so many of the main ones
HALF_TIME = TENTHS // 2
BY_PLACE, BY_SEAT = range(2)


@dataclass
class Plan:
    """What `measure` is asked."""

    game: Game
    options: Json = field(default_factory=dict)
    levels: Sequence[str] = ("sailor",)
    games: int = 100_000
    seed: int = 1
    compare: Sequence[Json] = ()  # settings beside the first, each a few options of its own
    trials: bool = True
    cores: int | None = None
    seconds: float | None = None  # a budget: what is not done by then is left out

    def __post_init__(self) -> None:
        self.values = self.game.options.read(**self.options)
        self.runs(), self.settings()  # what is wrong is said before anything is played

    def runs(self) -> list[Run]:
        """The main setting at every level."""
        return [Run(self.game, [self.values], level, self.seed) for level in self.levels]

    def settings(self) -> list[Values]:
        """The settings to compare with, in full."""
        if any("players" in changed for changed in self.compare):
            raise OptionError(
                "compare: tables of different sizes cannot be compared; allowed: any other option",
                "on ne compare pas des tables de tailles différentes ; permis : toute autre option",
            )
        return [self.game.options.read(**{**self.options, **changed}) for changed in self.compare]


@dataclass
class Budget:
    """Runs with one eye on the clock and one on the progress bar."""

    plan: Plan
    progress: Callable[[str, int, int], None]
    interrupted: threading.Event
    start: float = field(default_factory=time.monotonic)
    late: bool = False  # found so at the end of a chunk

    @property
    def stopped(self) -> bool:
        return self.late or self.interrupted.is_set()

    def chunks(self, what: str, runs: Sequence[Run], games: int) -> Iterator[list[Chunk]]:
        def go_on(done: int) -> bool:
            self.progress(what, done, games)
            self.late = self.late or self._is_late()
            return not self.stopped

        if self.stopped:
            return
        self.progress(what, 0, games)
        yield from watch(runs, games, self.plan.cores, go_on)

    def _is_late(self) -> bool:
        return self.plan.seconds is not None and time.monotonic() - self.start > self.plan.seconds


def measure(plan: Plan, progress: Callable[[str, int, int], None] = lambda what, done, games: None) -> Figures:
    """All figures of a plan. Ctrl-C, or the end of the budget, leaves out what was not played yet and says so."""
    with interruptible() as interrupted:
        return _measure(Budget(plan, progress, interrupted), plan)


def _measure(budget: Budget, plan: Plan) -> Figures:
    levels = []
    compared: list[Figures] = []
    for number, run in enumerate(plan.runs()):
        others = [Run(plan.game, [values], run.level, plan.seed) for values in plan.settings()] if number == 0 else []
        tallies, differences = _collect(budget, [run, *others], _games_of(plan, run))
        if tallies[0].games:
            levels.append(_level(run, tallies[0]))
        if others and tallies[0].games:
            compared = _compared(plan, differences)
    trials = _trials(budget, plan) if plan.trials else []
    return {
        "game": plan.game.name,
        "title": dict(plan.game.title),
        "options": plan.values,
        "seed": plan.seed,
        "asked": plan.games,
        "levels": levels,
        "trials": trials,
        "compared": compared,
        "stopped": budget.stopped,
        "seconds": round(time.monotonic() - budget.start, 2),
    }


def _games_of(plan: Plan, run: Run) -> int:
    return plan.games if run.quick else min(plan.games, max(FEWEST_SLOW, plan.games // SLOW_SHARE))


def _collect(budget: Budget, runs: list[Run], games: int) -> tuple[list[Tally], list["Differences"]]:
    """The tallies of several runs over the same game numbers, and each one's differences from the first."""
    tallies = [Tally(run.game, run.players) for run in runs]
    differences = [Differences(runs[0].players) for _ in runs[1:]]
    for chunks in budget.chunks(runs[0].level, runs, games):
        for tally, chunk in zip(tallies, chunks, strict=True):
            tally.add(chunk)
        for difference, chunk in zip(differences, chunks[1:], strict=True):
            difference.add(chunks[0].rows, chunk.rows)
    return tallies, differences


# One level


def _level(run: Run, tally: Tally) -> Figures:
    n = run.players
    return {
        "level": run.level,
        "games": tally.games,
        "players": n,
        "decisions": tally.decisions / tally.games,
        "fair": tally.winners / tally.games / n,  # how often somebody is among the winners if nothing matters
        "places": [_figure(win_share(tally, BY_PLACE, place), n) for place in range(n)],
        "seats": [_figure(win_share(tally, BY_SEAT, seat), n) for seat in range(n)] if _sea_opens(tally) else [],
        "turns": _histogram(tally.turns),
        "changes": _histogram(tally.changes),
        "leader": [_share(int(tally.led_and_won[t]), int(tally.led[t]), tally.games) for t in range(TENTHS)],
        "last": _share(tally.trailed_and_won, tally.trailed, tally.games),
        "scores": [_quantiles(tally.scores[rank], LOWEST_SCORE) for rank in range(n)],
        "margins": _histogram(tally.margins),
        "things": _metrics(run, tally),
        "rules": _rules(run, tally),
    }


def win_share(tally: Tally, by: int, number: int) -> Estimate:
    """The share of wins of a place in the turn order, or of a seat; a shared win counts in parts."""
    return mean_of(tally.shares[by, number] / WHOLE_WIN, tally.shares_squared[by, number] / WHOLE_WIN**2, tally.games)


def _sea_opens(tally: Tally) -> bool:
    """Whether it was not the same seat that opened every game: seats then tell more than places."""
    return int((tally.openings > 0).sum()) > 1


def _figure(estimate: Estimate, times: float = 1) -> Figures:
    """A share, and as a multiple of an equal share."""
    return {"value": estimate.value * times, "half": estimate.half * times, "share": estimate.value}


def _share(won: int, of: int, games: int) -> Figures:
    estimate = mean_of(won, won, of) if of else Estimate(0.0, 0.0)
    return {"value": estimate.value, "half": estimate.half, "games": of / games}


def _quantiles(counts: Counts, lowest: int = 0) -> Figures:
    points = {f"q{int(q * 100):02}": quantile_of(counts, q) + lowest for q in (0.05, 0.25, 0.5, 0.75, 0.95)}
    return {**points, "mean": float(np.dot(counts, np.arange(len(counts)))) / max(1, int(counts.sum())) + lowest}


def _histogram(counts: Counts) -> Figures:
    used = np.flatnonzero(counts)
    return {**_quantiles(counts), "counts": counts[: int(used[-1]) + 1].tolist() if len(used) else [0]}


def _metrics(run: Run, tally: Tally) -> list[Figures]:
    """Each metric that came up: how often, and how those fared who had it, as a multiple of an equal share."""
    metrics, found = load_metrics(run.game), []
    for number, metric in enumerate(metrics.all):
        sums = tally.metrics[number]
        if not sums[USES]:
            continue
        x, y, xx, yy, xy = (float(sums[one]) for one in (WON, USES, WON_2, USES_2, CROSS))
        estimate = ratio_of(x / WHOLE_WIN, y, xx / WHOLE_WIN**2, yy, xy / WHOLE_WIN, tally.games)
        held = number >= len(metrics.used) + len(metrics.noticed)
        found.append(
            {
                "name": metric.name,
                "kind": metric.kind,
                "way": "held" if held else "used",
                "title": dict(metric.title),
                "rule": metric.rule,
                "a_game": float(sums[USES]) / tally.games,
                "games": float(sums[GAMES_WITH]) / tally.games,
                "seats": float(sums[SEATS_WITH]) / tally.games / run.players,
                **_figure(estimate, run.players),
            }
        )
    return found


def _rules(run: Run, tally: Tally) -> list[Figures]:
    """How often rules came up in a game: by the rule "why?" names first for an event, and by the metrics with a rule.

    A rule that no event and no metric stands for cannot be counted and is left out; one that never came up is 0.
    """
    counted: dict[str, float] = {}
    for name, count in zip(index_of(run.game).classes, tally.classes, strict=True):
        if name in run.game.why:
            rule = run.game.why[name][0]
            counted[rule] = counted.get(rule, 0) + float(count)
    by_metric: dict[str, float] = {}
    for number, metric in enumerate(load_metrics(run.game).all):
        if metric.rule:
            by_metric[metric.rule] = by_metric.get(metric.rule, 0) + float(tally.metrics[number, USES])
    counted |= {rule: count for rule, count in by_metric.items() if rule not in counted}
    names = {lang: rule_texts(run.game.book(lang)) for lang in LANGUAGES}
    return [
        {
            "rule": rule,
            "a_game": count / tally.games,
            "text": {lang: names[lang].get(rule, "") for lang in LANGUAGES},
        }
        for rule, count in sorted(counted.items(), key=lambda pair: -pair[1])
    ]


# Trials: one player, seat after seat, is denied something or has something the others have not


def _trials(budget: Budget, plan: Plan) -> list[Figures]:
    metrics, first = load_metrics(plan.game), plan.runs()[0]
    if not first.quick:
        return []
    found = []
    for handicap in metrics.handicaps:
        run = Run(plan.game, [plan.values], first.level, plan.seed, True, handicap.lines)
        found.append(_trial(budget, plan, run, "denied", handicap.name, dict(handicap.title)))
    for advantage in metrics.advantages:
        rows = _advantage_rows(plan, advantage.option, advantage.value, advantage.without)
        if rows:
            run = Run(plan.game, rows, first.level, plan.seed, True)
            found.append(_trial(budget, plan, run, "given", advantage.name, dict(advantage.title)))
    return [trial for trial in found if trial]


def _advantage_rows(plan: Plan, option: str, value: str, without: str) -> list[Values]:
    """A setting for every seat that has the advantage; none where the other options forbid it."""
    n = int(plan.values["players"])
    try:
        return [
            plan.game.options.read(**{**plan.values, option: [value if s == seat else without for s in range(n)]})
            for seat in range(n)
        ]
    except OptionError:
        return []


def _trial(budget: Budget, plan: Plan, run: Run, way: str, name: str, title: dict[str, str]) -> Figures:
    """The subject's wins less an equal share: seats take turns, so an equal share is what nothing would change."""
    games = max(1, plan.games // TRIAL_SHARE)
    done, total, squares, n = 0, 0, 0, run.players
    for (chunk,) in budget.chunks("trials", [run], games):
        parts = subject_parts(chunk.rows, done, n)
        total, squares, done = total + int(parts.sum()), squares + int((parts**2).sum()), done + len(chunk.rows)
    if not done:
        return {}
    share = mean_of(total / WHOLE_WIN, squares / WHOLE_WIN**2, done)
    return {
        "name": name,
        "way": way,
        "title": title,
        "games": done,
        "value": share.value * n,
        "half": share.half * n,
        "share": share.value,
    }


def subject_parts(rows: Rows, first: int, players: int) -> Counts:
    """The parts of a win of each game's subject: game number modulo players."""
    subject = (first + np.arange(len(rows))) % players
    found: Counts = shares_by_seat(rows, players)[np.arange(len(rows)), subject]
    return found


# Settings side by side on the same random numbers


class Differences:
    """Sums of the differences between two settings, game number by game number."""

    def __init__(self, players: int) -> None:
        self.players, self.games = players, 0
        self.names = [*(f"place {place + 1}" for place in range(players)), *_MEASURES]
        self.sums = np.zeros((3, len(self.names)), np.int64)  # of the first, of the second, of squared differences

    def add(self, first: Rows, second: Rows) -> None:
        one, other = self._measures(first), self._measures(second)
        self.games += len(first)
        self.sums += np.array([one.sum(axis=0), other.sum(axis=0), ((other - one) ** 2).sum(axis=0)])

    def _measures(self, rows: Rows) -> Counts:
        columns = [*shares_by_place(rows, self.players).T, *(of(rows, self.players) for of in _MEASURES.values())]
        return np.array(columns, np.int64).T

    def estimates(self) -> list[tuple[str, float, Estimate]]:
        """For each measure its name, its mean in the first setting, and the mean difference."""
        scale = [WHOLE_WIN if name.startswith("place") or name == "half-time" else 1 for name in self.names]
        return [
            (name, one / by / self.games, mean_of((other - one) / by, squares / by**2, self.games))
            for name, by, one, other, squares in zip(self.names, scale, *self.sums.tolist(), strict=True)
        ]


def _half_time(rows: Rows, players: int) -> Counts:
    leader = rows["leaders"][:, HALF_TIME]
    won: Counts = np.where(sole(leader) & (leader & rows["winners"] != 0), WHOLE_WIN, 0).astype(np.int64)
    return won


_MEASURES: dict[str, Callable[[Rows, int], Counts]] = {
    "turns": lambda rows, players: rows["turns"],
    "decisions": lambda rows, players: rows["decisions"],
    "changes": lambda rows, players: rows["changes"],
    "half-time": _half_time,
    "score": winners_score,
    "margin": margin,
}


def _compared(plan: Plan, differences: list[Differences]) -> list[Figures]:
    """Every measure of every setting against the first; what is found takes account of how many were looked at."""
    estimates = [difference.estimates() for difference in differences]
    found = iter(holm([two_sided(estimate) for one in estimates for _, _, estimate in one]))
    return [
        {
            "setting": " ".join(f"{name}={written(value)}" for name, value in changed.items()),
            "games": difference.games,
            "measures": [
                {
                    "name": name,
                    "base": base,
                    "other": base + estimate.value,
                    "value": estimate.value,
                    "half": estimate.half,
                    "found": next(found),
                }
                for name, base, estimate in one
            ],
        }
        for changed, difference, one in zip(plan.compare, differences, estimates, strict=True)
    ]


def read_setting(text: str) -> dict[str, str]:
    """`variant=hoard divers=random` as options."""
    changed = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise OptionError(
                f"{word!r} is not a setting; allowed: name=value, several separated by a space",
                f"« {word} » n’est pas un réglage ; permis : nom=valeur, plusieurs séparés par une espace",
            )
        changed[name.replace("-", "_")] = value
    if not changed:
        raise OptionError("an empty setting compares nothing; allowed: name=value")
    return changed


def house_options(game: Game) -> list[str]:
    """The options of a game that hold house data: what `--set` may change."""
    return list(load_metrics(game).house)
