"""`captain` against OpenSpiel's IS-MCTS over the same rules, at equal time a move.

`python -m fathoms.bridges.against_openspiel --seconds 0.2 --rounds 40 --json FILE`: seats and the sea
change from game to game. Where three play, one is captain in three games, two are in the next three, and so on: equals
win half of the games, as in the ladder. Ctrl-C stops and shows what there is.
OpenSpiel's compiled IS-MCTS cannot drive games written in Python, so this is its Python one, stopped by the clock. The
seconds are this process's own, so that whatever else the machine does takes nothing from either side.
"""

import argparse
import json
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import fathoms.bridges.openspiel  # noqa: F401 (registers the games)
from fathoms import Match, Sea
from fathoms.bots.levels import Bot
from fathoms.bots.matches import Player, decisions
from fathoms.bots.search import tree
from fathoms.bots.statistics import wilson_interval
from fathoms.engine.game import find_game, game_names
from fathoms.engine.kinds import Json

HEAD = """\
| game | players | a move | games | captains win | 95 % interval | ahead of a rival | simulations a move |
| --- | --- | --- | --- | --- | --- | --- | --- |"""
EXPLORE = 2.0  # what OpenSpiel's own examples search with


class TimeUp(Exception):
    """The seconds of a move are over."""


class TimedISMCTS(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's bot with a clock instead of a number of simulations."""

    def __init__(self, game: pyspiel.Game, seconds: float, seed: int) -> None:
        dice = np.random.RandomState(seed)
        super().__init__(game, mcts.RandomRolloutEvaluator(1, dice), EXPLORE, 10**9, random_state=dice)
        self.seconds, self.simulations, self.moves = seconds, 0, 0
        self.set_resampler(lambda state, player: state.resample_from_infostate(player, dice.uniform))

    def run_search(self, state: pyspiel.State) -> list[tuple[int, float]]:
        self.moves += 1
        self._end = time.thread_time() + self.seconds
        try:
            return list(super().run_search(state))
        except TimeUp:
            return list(self.get_final_policy(state, self._root_node))

    def sample_root_state(self, state: pyspiel.State) -> pyspiel.State:
        if time.thread_time() > self._end and self._root_node.total_visits > 0:
            raise TimeUp
        self.simulations += 1
        return super().sample_root_state(state)


@dataclass(frozen=True)
class Rival:
    """OpenSpiel's bot at a table of ours; its state follows the match."""

    state: pyspiel.State
    bot: TimedISMCTS

    def choose(self, match: Match, seat: str) -> str:
        return match.game.action_text(int(self.bot.step(self.state)))


def follow(state: pyspiel.State, sea: Sea, match: Match) -> None:
    """Let the sea act, and tell OpenSpiel's state all that it has not heard yet."""
    match.drift(sea)
    for line in match.log[len(state.history()) :]:
        state.apply_action(state.string_to_action(line))


def fewest(name: str) -> int:
    return min(find_game(name).options.players)


def seats_of_captains(players: int, number: int) -> set[int]:
    """One seat after the other, then all but one where three play: 1 to 2 and 2 to 1 are met equally often."""
    one = {number % players}
    return set(range(players)) - one if players > 2 and number // players % 2 else one


def play(name: str, number: int, seconds: float) -> Json:
    """One game; what came of it, and how much each side searched."""
    players = fewest(name)
    held = seats_of_captains(players, number)
    spiel = pyspiel.load_game(f"python_fathoms_{name}", {"players": players})
    state, match, sea = spiel.new_initial_state(), Match(name, players=players), Sea.from_seed(number)
    captains = {seat: Bot("captain", number * 10 + seat, seconds=seconds) for seat in held}
    others = [seat for seat in range(players) if seat not in held]
    rivals = {seat: Rival(state, TimedISMCTS(spiel, seconds, number * 10 + seat)) for seat in others}
    seated: dict[str, Player] = {match.seats[seat]: captain for seat, captain in captains.items()}
    seated |= {match.seats[seat]: rival for seat, rival in rivals.items()}
    for _ in decisions(match, seated, partial(follow, state, sea)):
        pass
    scores = list(match.scores.values())
    ahead = [float(np.sign(scores[seat] - scores[rival])) / 2 + 0.5 for seat in held for rival in rivals]
    bots = [rival.bot for rival in rivals.values()]
    searched = sum(bot.simulations for bot in bots) / max(1, sum(bot.moves for bot in bots))
    share = sum(match.seats[seat] in match.winners for seat in held) / len(match.winners)
    return {"seed": number, "seats": "".join(match.seats[seat] for seat in sorted(held)), "share": share,
            "ahead": sum(ahead) / len(ahead), "scores": scores, "simulations": round(searched)}  # fmt: skip


def row(name: str, seconds: float, games: list[Json]) -> str:
    shares = [game["share"] for game in games]
    low, high = wilson_interval(sum(shares) / len(shares), len(shares))
    ahead = sum(game["ahead"] for game in games) / len(games)
    searched = sum(game["simulations"] for game in games) / len(games)
    mean = sum(shares) / len(shares)
    return (
        f"| {name} | {fewest(name)} | {seconds:g} s | {len(games)} | {mean:.0%} | {low:.0%} to {high:.0%} | "
        f"{ahead:.0%} | {searched:.0f} |"
    )


def main() -> None:
    setattr(tree, "time", SimpleNamespace(perf_counter=time.thread_time))  # noqa: B010 (its module is not typed as one to change)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(game_names()))
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--json", type=Path, help="where the games are kept, added to while they are played")
    asked = parser.parse_args()
    found: dict[str, list[Json]] = {name: [] for name in asked.games.split(",")}
    try:
        for number in range(asked.rounds):
            for name, games in found.items():
                games.append(play(name, number, asked.seconds))
                if asked.json:
                    asked.json.write_text(json.dumps({"seconds": asked.seconds, "games": found}, indent=1))
    except KeyboardInterrupt:
        print("Stopped early; so far:")
    print(HEAD)
    for name, games in found.items():
        if games:
            print(row(name, asked.seconds, games))


if __name__ == "__main__":
    main()
