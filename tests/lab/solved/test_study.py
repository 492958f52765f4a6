"""Exact values: against values found by hand, against fractions, and what the levels lose there."""

from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
import pytest

from fathoms import Match, OptionError, games
from fathoms.bots.levels import LEVELS
from fathoms.bots.solver.solver import Mixture, Solver, TooLarge, solve_game
from fathoms.engine.dialect import SEA, count_bits
from fathoms.engine.position import Position
from fathoms.games.locker.pieces import ALL_CARDS, SUITS, VALUES
from fathoms.games.locker.state import CHOOSE
from fathoms.lab.solved.barracuda import OPENING, TOGETHER, WHOLE, Reduced, margin, mixture_at, whole_game
from fathoms.lab.solved.levels import Level
from fathoms.lab.solved.locker import late_questions, loss, rightness
from fathoms.lab.solved.study import study, write_page


class TestMatrixGames:
    @pytest.mark.parametrize(
        ("matrix", "value", "mine", "theirs"),
        [
            ([[1, -1], [-1, 1]], 0, [1 / 2, 1 / 2], [1 / 2, 1 / 2]),  # matching pennies
            ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3] * 3, [1 / 3] * 3),  # rock, paper, scissors
            ([[3, 0], [1, 2]], 1.5, [1 / 4, 3 / 4], [1 / 2, 1 / 2]),
            ([[2, -1], [-3, 4]], 0.5, [0.7, 0.3], [0.5, 0.5]),
            ([[1, 2], [3, 4]], 3, [0, 1], [1, 0]),  # a saddle point
            ([[7]], 7, [1], [1]),
        ],
    )
    def test_known_games(self, matrix: Any, value: float, mine: list[float], theirs: list[float]) -> None:
        found = solve_game(matrix)
        assert found[0] == pytest.approx(value)
        assert found[1] == pytest.approx(mine)
        assert found[2] == pytest.approx(theirs)

    def test_each_side_can_hold_the_value(self) -> None:
        """The proof of a solution: neither side can do better against the other's mixture. Ties are common here."""
        dice = np.random.default_rng(1)
        for _ in range(500):
            matrix = dice.integers(0, 4, dice.integers(1, 7, 2)) / 3
            value, mine, theirs = solve_game(matrix)
            assert mine.sum() == pytest.approx(1)
            assert theirs.sum() == pytest.approx(1)
            assert min(*mine, *theirs) > -1e-12
            assert (mine @ matrix).min() == pytest.approx(value)
            assert (matrix @ theirs).max() == pytest.approx(value)


def cards(text: str) -> int:
    """`squid-3 key-4` as a set of cards."""
    named = {f"{SUITS[card // 6]}-{VALUES[card]}": card for card in range(60)}
    return sum(1 << named[name] for name in text.split())


def at_sea(deck: str, row: str, mine: str, theirs: str) -> Position:
    """A is to choose with this row; every card not named lies in the Locker."""
    match = Match("locker", players=2, first="A", interpreted=False)
    position = match.position.copy()
    record = position.record
    record.deck, record.phase = cards(deck), CHOOSE
    record.holds[:2] = cards(mine), cards(theirs)
    for place, name in enumerate(row.split()):
        record.row[place] = cards(name).bit_length() - 1
        record.met |= 1 << (int(record.row[place]) // 6)
    record.row_n = len(row.split())
    record.locker = ALL_CARDS & ~(cards(deck) | cards(row) | cards(mine) | cards(theirs))
    assert position.sound() == 0
    return position


def by_hand(deck: str, row: str, mine: str, theirs: str) -> dict[str, float]:
    locker = games.find("locker")
    values = Solver(locker, 1 << 16).values(at_sea(deck, row, mine, theirs))
    return {locker.action_text(action): value for action, value in values.items()}


class TestLocker:
    def test_a_last_card_that_sinks_is_not_drawn(self) -> None:
        """5 + 7 against 9. Pressing on sinks the row and leaves 5; B then has nothing left to draw."""
        assert by_hand("mermaid-9", "mermaid-7", "squid-5", "mermaid-8 key-2") == {"continue": 0, "surface": 1}

    def test_a_last_card_that_helps_is_drawn(self) -> None:
        """4 + 9 beats 8, and 4 does not; if A goes home B draws the Mermaid and has 17."""
        assert by_hand("mermaid-9", "squid-4", "", "key-7 chest-2") == {"continue": 1, "surface": 0}

    def test_two_cards_neither_of_which_saves(self) -> None:
        """B has 12. The Chest sinks A's row. With the Mermaid A has 16, but B then draws the Chest and has 18; drawing
        on would sink it too. Going home at once leaves A with 7."""
        assert by_hand("mermaid-9 chest-6", "chest-7", "", "key-7 net-5") == {"continue": 0, "surface": 0}

    def test_an_even_chance(self) -> None:
        """A needs the Mermaid now: with the Key first the row sinks (two Keys). With it A has 3 + 9 = 12, goes home,
        and B draws the Key: 7 + 4 = 11 is not enough. Going home, A has 3 and B 7 already."""
        assert by_hand("mermaid-9 key-4", "key-3", "", "chest-7") == {"continue": 0.5, "surface": 0}

    def test_a_shared_win_counts_half(self) -> None:
        """3 + 5 against 5 + 3, two cards each: shared (L26). If A goes home, B has the Mermaid too."""
        assert by_hand("mermaid-5", "key-3", "", "squid-5 net-3") == {"continue": 0.5, "surface": 0}

    def test_fractions_agree(self) -> None:
        """The same values by plain recursion with exact fractions."""
        solver, compared = Solver(games.find("locker"), 1 << 15), 0
        for position in islice(late_questions(3, cards=2), 30):
            solver.forget()
            try:
                values = solver.values(position)
            except TooLarge:
                continue
            if solver.positions > 1_500:
                continue
            seat, memory = position.actors()[0], dict[bytes, Fraction]()
            for action, value in values.items():
                child = position.copy()
                child.happen(seat, action)
                exact = in_fractions(child, memory)
                assert value == pytest.approx(float(exact if seat == 0 else 1 - exact), abs=1e-12)
            compared += 1
        assert compared >= 10

    def test_search_comes_nearer_than_the_rule_of_thumb(self) -> None:
        solver, total = Solver(games.find("locker"), 1 << 17), dict.fromkeys(LEVELS, 0.0)
        levels = {name: Level(name, 1, 300 if name == "mate" else 1_500) for name in LEVELS}
        questions = 0
        for position in islice(late_questions(2), 40):
            solver.forget()
            try:
                values = solver.values(position)
            except TooLarge:
                continue
            questions += 1
            seat = position.actors()[0]
            assert count_bits(position.record.deck) <= 3
            for name, level in levels.items():
                total[name] += loss(values, level.mixture(position.redacted(seat), seat))
        assert questions > 25
        assert total["deckhand"] > total["sailor"] > total["mate"]
        assert total["captain"] < 0.01 * questions

    def test_losses(self) -> None:
        values = {3: 0.5, 4: 0.75, 5: 0.75}
        assert loss(values, {3: 0.5, 4: 0.25, 5: 0.25}) == 0.125
        assert rightness(values, {3: 0.5, 4: 0.25, 5: 0.25}) == 0.5

    def test_what_is_too_large_is_refused(self) -> None:
        with pytest.raises(TooLarge, match="more than 64 positions"):
            Solver(games.find("locker"), 64).value(Match("locker", players=2, interpreted=False).position)


def in_fractions(position: Position, memory: dict[bytes, Fraction]) -> Fraction:
    """A's share of the win by recursion."""
    actors = position.actors()
    if not actors:
        winners = position.winners()
        return Fraction(winners & 1, count_bits(winners))
    key = position.bytes()
    if key not in memory:
        events = position.fates() if actors == [SEA] else [(action, 1) for action in position.choices(actors[0])]
        values = []
        for event, _ in events:
            child = position.copy()
            child.happen(actors[0], event)
            values.append(in_fractions(child, memory))
        if actors == [SEA]:
            weights = [weight for _, weight in events]
            memory[key] = sum((w * v for w, v in zip(weights, values, strict=True)), Fraction()) / sum(weights)
        else:
            memory[key] = max(values) if actors == [0] else min(values)
    return memory[key]


class TestBarracuda:
    def test_a_last_turn_by_hand(self) -> None:
        """One turn, divers off the wrecks, 3 coins to win with 2 in the bag: the fuller chest wins. Alone on 1 a diver
        banks his coins, unless the Barracuda comes: then he has nothing left, and the other, safe on 5, has a bag."""
        matrix = Solver(games.find("barracuda"), 1 << 12).matrix(Reduced("last", (), 3, 1).position())
        bitten = 1 - matrix[0, 4]  # 1 against 5, who keeps his bag
        assert bitten == pytest.approx(rolls_to_wreck_1() / 12)
        assert np.allclose(matrix + matrix.T, 1)  # the same game for both

    def test_the_whole_game_is_even_and_a_perfect_mixture_loses_nothing(self) -> None:
        solver = Solver(games.find("barracuda"), 1 << 14, 1 << 13, remember_fates=False)
        position = WHOLE.position()
        matrix = solver.matrix(position)
        value, mine, _ = solve_game(matrix)
        assert value == pytest.approx(0.5)
        assert margin(matrix, mine) == pytest.approx(0, abs=1e-9)
        assert margin(matrix, np.eye(len(mine))[0]) == pytest.approx(0.5)  # who always banks is always caught

    def test_a_best_response_to_a_whole_game_finds_nothing_in_perfect_play(self) -> None:
        solver, within = (Solver(games.find("barracuda"), 1 << 14, 1 << 13, remember_fates=False) for _ in range(2))
        position = WHOLE.position()

        def perfect(told: Position, seat: int) -> dict[int, float]:
            choices = told.choices(seat)
            if len(told.actors()) == 2:
                return dict(zip(choices, solve_game(within.matrix(told))[1 + seat], strict=True))
            values = within.values(told)
            return {max(choices, key=values.__getitem__): 1.0}

        value = solver.value(position)
        assert solver.against(position, 0, solver.ask(0, perfect)) == pytest.approx(value)
        assert solver.against(position, 1, solver.ask(1, perfect)) == pytest.approx(1 - value)
        lost, questions = whole_game(Level("deckhand"), WHOLE)
        assert 0.05 < lost < 0.5
        assert questions > 100

    def test_the_margin_of_a_search_at_the_opening(self) -> None:
        """The bar: captain's own mixture at the opening of a reduced game loses less than 2 % of a win to an opponent
        who knows it, with any of five seeds; the levels below lose more."""
        matrix = Solver(games.find("barracuda"), 1 << 19, remember_fates=False).matrix(OPENING.position())
        assert max(margins(matrix, OPENING, "captain")) < 0.02
        assert min(margins(matrix, OPENING, "mate")) > 0.02
        assert min(margins(matrix, OPENING, "deckhand") + margins(matrix, OPENING, "sailor")) > 0.1

    def test_the_margin_where_a_mixture_is_needed(self) -> None:
        """Three cards must be mixed here; a search comes near with time, not at once. The mean of five seeds."""
        matrix = Solver(games.find("barracuda"), 1 << 19, remember_fates=False).matrix(TOGETHER.position())
        value, mine, _ = solve_game(matrix)
        assert value == pytest.approx(0.5)
        assert (mine > 0.1).sum() >= 3
        mate, captain = (sum(margins(matrix, TOGETHER, name)) / 5 for name in ("mate", "captain"))
        assert captain < 0.06
        assert captain < mate


def margins(matrix: Mixture, reduced: Reduced, name: str) -> list[float]:
    return [margin(matrix, mixture_at(Level(name, seed), reduced.position())) for seed in range(1, 6)]


def rolls_to_wreck_1() -> int:
    match, hits = Match("barracuda", players=2, interpreted=True), 0
    for line in ("A play 5", "B play 5"):
        match.play(line)
    for fate in match.fates():
        after = match.copy()
        after.play(f"sea {fate}")
        hits += after.view()["barracuda"] == 1
    return hits


class TestPage:
    def test_a_game_without_a_study_is_refused(self) -> None:
        with pytest.raises(OptionError, match="allowed: locker, barracuda, nukha"):
            study("reef", 1, 1, print)

    def test_a_section_replaces_its_own_and_leaves_the_others(self, tmp_path: Any) -> None:
        page = tmp_path / "solved.md"
        for game, text in (("locker", "old"), ("barracuda", "### Kept\nfigures"), ("locker", "new")):
            write_page(page, game, 5, 1, text)
        found = page.read_text(encoding="utf-8")
        assert "old" not in found
        assert found.index("# ") < found.index("new") < found.index("## Barracuda") < found.index("### Kept")
        assert found.count("fathoms solved locker -n 5 --seed 1") == 1

    @pytest.mark.parametrize("name", ["admiral", ""])
    def test_an_unknown_level_is_refused(self, name: str) -> None:
        with pytest.raises(OptionError, match="deckhand, sailor"):
            Level(name)
