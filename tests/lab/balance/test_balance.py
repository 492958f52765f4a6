"""Watching games: the games of simulation, every sum right, differences found where they are and nowhere else."""

import re
import signal
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fathoms import Match, OptionError, games
from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.engine.dialect import SEA, SEATS
from fathoms.engine.game import Game
from fathoms.engine.parts.metrics import Metrics
from fathoms.lab.balance import measure as balance
from fathoms.lab.balance import play as playing
from fathoms.lab.balance.kernels import ROW, TENTHS, USES, take_permitted
from fathoms.lab.balance.measure import Differences, Plan, measure, read_setting, subject_parts
from fathoms.lab.balance.metrics_kernels import load_metrics
from fathoms.lab.balance.play import Run, Tally, index_of, shares_by_place, sole, watch_chunk
from fathoms.lab.balance.worker import work
from fathoms.lab.simulate.simulation import Plan as SimulationPlan
from fathoms.lab.simulate.simulation import play_chunk

LOCKER = games.find("locker")


def run(level: str = "sailor", seed: int = 1, game: Game = LOCKER, **options: Any) -> Run:
    return Run(game, [game.options.read(**options)], level, seed)


def rows_of(*fields: dict[str, Any]) -> Any:
    rows = np.zeros(len(fields), ROW)
    for row, given in zip(rows, fields, strict=True):
        for name, value in given.items():
            row[name] = value
    return rows


# The games


@pytest.mark.parametrize("level", ["sailor", "deckhand"])
def test_the_games_are_those_of_simulation(level: str) -> None:
    options = LOCKER.options.read(players=4, divers="random")
    played = play_chunk(SimulationPlan(LOCKER, [options], [level], seed=7), 30, 300)
    watched = watch_chunk(run(level, 7, players=4, divers="random"), 30, 300).rows
    for name in ("winners", "decisions", "events"):
        assert (played[name] == watched[name]).all(), name
    assert (played["scores"] == watched["scores"]).all()


def test_every_event_is_counted_once() -> None:
    chunk = watch_chunk(run(), 0, 200)
    counted = dict(zip(index_of(LOCKER).classes, chunk.classes, strict=True))
    assert chunk.classes.sum() == chunk.rows["events"].sum()
    assert counted["?"] == counted["sea diver"] == 0
    assert counted["sea first"] == 200
    assert counted["sea draw"] == 200 * 50
    metrics = dict(zip([t.name for t in load_metrics(LOCKER).used], chunk.metrics[:, USES], strict=False))
    assert (metrics["knife"], metrics["surface"]) == (counted["knife"], counted["surface"])
    noticed = {t.name: n for n, t in enumerate(load_metrics(LOCKER).all)}
    turns = chunk.rows["turns"].sum()
    assert counted["surface"] + chunk.metrics[noticed["incident"], USES] == turns


class Follower:
    """In place of a bot that searches: takes the last choice."""

    def __init__(self, *told: Any) -> None:
        pass

    def choose(self, match: Match, seat: str) -> str:
        return match.choices(seat)[-1]


def test_games_of_bots_that_search_are_followed_event_by_event(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[Match] = []

    class Kept(Match):
        def __init__(self, *given: Any, **options: Any) -> None:
            super().__init__(*given, **options)
            ended.append(self)

    monkeypatch.setattr(playing, "Bot", Follower)
    monkeypatch.setattr(playing, "Match", Kept)
    rows = watch_chunk(run("mate"), 5, 3).rows
    assert [[SEATS[s] for s in range(3) if row["winners"] >> s & 1] for row in rows] == [m.winners for m in ended]
    assert rows["events"].tolist() == [len(match.log) for match in ended]
    assert rows["scores"][:, :3].tolist() == [list(match.scores.values()) for match in ended]


def test_one_core_or_two_give_the_same_figures() -> None:
    plan = Plan(LOCKER, games=4100, trials=False, compare=[{"variant": "hoard"}])
    one, two = measure(replace(plan, cores=1)), measure(replace(plan, cores=2))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_what_is_kept_does_not_grow_with_the_games() -> None:
    tally = Tally(LOCKER, 3)
    kept = []
    for first in (0, 50, 500):
        tally.add(watch_chunk(run(), first, 450))
        kept.append(sum(value.nbytes for value in vars(tally).values() if isinstance(value, np.ndarray)))
    assert tally.games == 1350
    assert len(set(kept)) == 1


# The sums


def test_places_are_counted_from_whoever_opened() -> None:
    rows = rows_of({"winners": 0b001, "opening": 0}, {"winners": 0b001, "opening": 2}, {"winners": 0b110, "opening": 1})
    assert shares_by_place(rows, 3).tolist() == [
        [WHOLE_WIN, 0, 0],
        [0, WHOLE_WIN, 0],
        [WHOLE_WIN // 2, WHOLE_WIN // 2, 0],
    ]


def test_only_one_can_be_a_sole_leader() -> None:
    assert sole(np.array([0, 1, 2, 3, 4, 7], np.int32)).tolist() == [False, True, True, False, True, False]


def test_a_tally_by_hand() -> None:
    ahead = [0b01] * 4 + [0b10] * 5
    rows = rows_of(
        {"winners": 0b01, "leaders": [0b01] * TENTHS, "last": 0b10, "scores": [9, 4, 0, 0, 0, 0], "turns": 3},
        {"winners": 0b01, "leaders": ahead, "last": 0b01, "scores": [7, 6, 0, 0, 0, 0], "turns": 5, "changes": 2},
        {"winners": 0b11, "leaders": [0b11] * TENTHS, "last": 0b11, "scores": [5, 5, 0, 0, 0, 0], "turns": 3},
    )
    tally = Tally(LOCKER, 2)
    metrics = np.zeros_like(tally.metrics)
    tally.add(playing.Chunk(rows, np.zeros_like(tally.classes), metrics))
    level = balance._level(run(players=2), tally)
    assert [place["share"] for place in level["places"]] == [pytest.approx(2.5 / 3), pytest.approx(0.5 / 3)]
    assert level["turns"]["counts"] == [0, 0, 0, 2, 0, 1]
    assert level["changes"]["mean"] == pytest.approx(2 / 3)
    assert [one["value"] for one in level["leader"]] == [1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5]
    assert level["leader"][4]["games"] == pytest.approx(2 / 3)
    assert (level["last"]["value"], level["last"]["games"]) == (0.5, pytest.approx(2 / 3))
    assert level["scores"][0]["q50"] == 7
    assert level["margins"]["counts"] == [1, 1, 0, 0, 0, 1]
    assert level["fair"] == pytest.approx(4 / 6)
    assert level["seats"] == []  # A opened every game
    assert level["things"] == []


def test_a_margin_is_over_the_best_of_those_who_did_not_win() -> None:
    rows = rows_of(
        {"winners": 0b0101, "scores": [14, 9, 14, 9, 0, 0]},  # partners
        {"winners": 0b0010, "scores": [70, 58, 40, 66, 0, 0]},  # a variant in which too much is lost
        {"winners": 0b1111, "scores": [5, 5, 5, 5, 0, 0]},
    )
    assert playing.margin(rows, 4).tolist() == [5, -12, 0]
    assert playing.winners_score(rows, 4).tolist() == [14, 58, 5]


def test_seats_are_told_where_the_sea_names_the_first_player() -> None:
    assert len(measure(Plan(LOCKER, games=300, trials=False))["levels"][0]["seats"]) == 3
    assert not measure(Plan(LOCKER, {"first": "B"}, games=300, trials=False))["levels"][0]["seats"]


def test_skills_are_counted_where_they_are_dealt() -> None:
    found = measure(Plan(LOCKER, {"divers": "random"}, games=400, trials=False))["levels"][0]["things"]
    skills = [metric for metric in found if metric["kind"] == "skill"]
    assert len(skills) == 17
    assert sum(metric["seats"] for metric in skills) == pytest.approx(1)
    rules = {
        rule["rule"]: rule["a_game"] for rule in measure(Plan(LOCKER, games=300, trials=False))["levels"][0]["rules"]
    }
    assert rules["L5"] == 50
    assert rules["L8"] > 1
    assert rules["L35"] == 0


# Trials


def test_a_denied_choice_is_taken_only_when_nothing_else_is_left() -> None:
    match = Match("locker", players=2, first="A", interpreted=True)
    match.play("sea draw anchor-5")
    record, out = match.position.record, np.zeros(LOCKER.most_choices, np.int32)
    codes, rng = LOCKER.action_codes, np.array([1], np.uint64)
    denied = np.zeros(LOCKER.actions, np.int8)
    denied[codes["continue"]] = 1
    with np.errstate(over="ignore"):
        assert take_permitted(record, 0, codes["continue"], denied, out, rng) == codes["surface"]
        assert take_permitted(record, 0, codes["surface"], denied, out, rng) == codes["surface"]
        denied[codes["surface"]] = 1
        assert take_permitted(record, 0, codes["continue"], denied, out, rng) == codes["continue"]


def test_the_subject_is_another_seat_in_every_game() -> None:
    rows = rows_of(*[{"winners": 0b001}] * 4)
    assert subject_parts(rows, 0, 3).tolist() == [WHOLE_WIN, 0, 0, WHOLE_WIN]
    assert subject_parts(rows, 2, 3).tolist() == [0, WHOLE_WIN, 0, 0]


def test_who_never_presses_on_rarely_wins_and_a_golden_mermaid_helps() -> None:
    trials = {trial["name"]: trial for trial in measure(Plan(LOCKER, games=5000))["trials"]}
    assert trials["continue"]["value"] + trials["continue"]["half"] < 0.5
    assert trials["golden-scales"]["value"] - trials["golden-scales"]["half"] > 1
    assert (trials["continue"]["way"], trials["golden-scales"]["way"]) == ("denied", "given")
    assert len(trials) == 11 + 17


def test_a_gift_that_the_options_forbid_is_not_tried() -> None:
    trials = measure(Plan(LOCKER, {"variant": "neighbours"}, games=500))["trials"]
    assert "saboteur" not in {trial["name"] for trial in trials}
    assert "mystic" in {trial["name"] for trial in trials}


# Comparisons


def compare(seed: int, other: Run, n: int = 500) -> list[bool]:
    """Which differences are found between the default and another run."""
    differences = Differences(3)
    differences.add(watch_chunk(run(seed=seed), 0, n).rows, watch_chunk(other, 0, n).rows)
    plan = Plan(LOCKER, compare=[{"tracker": "true"}])
    return [one["found"] for one in balance._compared(plan, [differences])[0]["measures"]]


def test_a_real_difference_is_found_again_and_again() -> None:
    for seed in range(5):
        plan = Plan(LOCKER, games=500, seed=seed, trials=False, compare=[{"variant": "hoard"}])
        measures = {one["name"]: one for one in measure(plan)["compared"][0]["measures"]}
        assert measures["score"]["found"]
        assert measures["score"]["value"] > 20
        assert measures["margin"]["found"]


def test_a_thing_compared_with_itself_does_not_differ() -> None:
    for seed in range(5):
        assert not any(compare(seed, run(seed=seed)))
        assert not any(compare(seed, run(seed=seed, tracker=True)))


def test_other_random_numbers_alone_rarely_raise_an_alarm() -> None:
    """The same setting on other random numbers: noise alone, nine measures a time."""
    alarms = sum(any(compare(seed, run(seed=1000 + seed))) for seed in range(40))
    assert alarms <= 5


def test_the_same_random_numbers_sharpen_a_comparison() -> None:
    """With the tracker shown nothing changes at all: no difference, and no doubt about it."""
    plan = Plan(LOCKER, games=300, trials=False, compare=[{"tracker": "true"}])
    assert {(one["value"], one["half"]) for one in measure(plan)["compared"][0]["measures"]} == {(0, 0)}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ([{"players": "2"}], "different sizes"),
        ([{"variant": "hoards"}], "none, neighbours"),
        ([{"helm": "1"}], "unknown option"),
    ],
)
def test_a_setting_that_cannot_be_compared_is_refused(settings: list[dict[str, str]], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Plan(LOCKER, compare=settings)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(OptionError, match="deckhand, sailor"):
        Plan(LOCKER, levels=["admiral"])


def test_settings_are_read() -> None:
    assert read_setting("variant=hoard divers=random") == {"variant": "hoard", "divers": "random"}
    for wrong in ("", "hoard", "=hoard", "variant="):
        with pytest.raises(OptionError, match="name=value"):
            read_setting(wrong)


# Stopping


def test_an_interrupt_ends_it_cleanly_with_what_was_played() -> None:
    def press(what: str, done: int, games: int) -> None:
        if done:
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    figures = measure(Plan(LOCKER, games=100_000, cores=1), press)
    assert figures["stopped"]
    assert 0 < figures["levels"][0]["games"] < 20_000
    assert figures["trials"] == []
    assert signal.getsignal(signal.SIGINT) is before


def test_a_budget_ends_it_too() -> None:
    figures = measure(Plan(LOCKER, games=10_000_000, seconds=0.0, cores=1))
    assert figures["stopped"]
    assert figures["levels"][0]["games"] < 20_000


# The hooks of the games, called as they are


def noticed(match: Match, line: str) -> list[str]:
    """What a game notices about an event that is then played."""
    hooks, before = playing.load_metrics(match.game), match.position.copy()
    who, _, text = line.partition(" ")
    number = SEA if who == "sea" else SEATS.index(who)
    code = match.game.code(number, text)
    match.play(line)
    module = match.game.part("metrics")
    seen = module.noticed(before.record, match.position.record, number, code)
    return [metric.name for n, metric in enumerate(hooks.noticed) if seen >> n & 1]


def test_locker_notices_incidents_anchors_and_keys(script: Any) -> None:
    match = script("locker", "sea draw anchor-5", "A continue", players=2, first="A", interpreted=True)
    assert noticed(match, "sea draw mermaid-5") == []
    match.play("A continue")
    assert noticed(match, "sea draw mermaid-6") == ["incident", "anchored"]
    for line in ("sea draw key-4", "B continue", "sea draw chest-7"):
        match.play(line)
    assert noticed(match, "B surface") == ["unlocked"]


@pytest.mark.parametrize(("found", "claim", "proof"), [("egg", "lie", "unmasked"), ("pistol", "truth", "slandered")])
def test_nukha_notices_lies_and_what_accusations_prove(script: Any, found: str, claim: str, proof: str) -> None:
    begin = [*["sea discard egg"] * 3, f"sea find {found}"]
    match = script("nukha", begin, players=3, captain="A", adventurers="none", interpreted=True)
    assert noticed(match, "B claim pistol") == [claim]
    for line in ("A leave", "B attack C", "C accuse"):
        assert noticed(match, line) == []
    assert noticed(match, f"sea reveal {found}") == [proof]


def test_every_game_declares_what_its_hooks_can_say() -> None:
    for name in ("locker", "reef", "barracuda", "nukha"):
        game = games.find(name)
        metrics: Metrics = load_metrics(game)
        assert len({(metric.kind, metric.name) for metric in metrics.all}) == len(metrics.all)
        assert all(set(metric.title) == {"en", "fr"} for metric in metrics.all)
        tables = index_of(game).tables
        used = set(tables[:, 1, :].ravel().tolist())
        assert used >= set(range(len(metrics.used))), name  # every pattern matches something
        for handicap in metrics.handicaps:
            assert any(re.fullmatch(handicap.lines, text) for text in game.action_codes), handicap
        for option in metrics.house:
            assert option in {one.name for one in game.options.options}


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Watch without a compiler, as branch by branch as a debugger would."""
    kernel = playing.watch_games.py_func

    def by_hand(records: Any, *rest: Any) -> None:
        with np.errstate(over="ignore"):
            kernel(records.view(np.recarray), *rest[:-1], rest[-1].view(np.recarray))

    monkeypatch.setattr(playing, "watch_games", by_hand)


@pytest.mark.parametrize("name", ["locker", "reef", "barracuda", "nukha", "tests.engine.toy:GAME"])
def test_every_game_can_be_watched_with_its_own_hooks_or_without(interpreted: None, name: str) -> None:
    game = games.find(name)
    chunk = watch_chunk(run("deckhand", 3, game), 0, 2)
    metrics = {metric.name: int(sums[USES]) for metric, sums in zip(load_metrics(game).all, chunk.metrics, strict=True)}
    counted = dict(zip(index_of(game).classes, chunk.classes.tolist(), strict=True))
    assert chunk.rows["winners"].all()
    assert chunk.classes.sum() == chunk.rows["events"].sum()
    assert (chunk.rows["turns"] > 1).all()
    assert (chunk.rows["turns"] <= chunk.rows["events"]).all()
    if name == "reef":
        assert metrics["brought"] + metrics["lost"] > 0
        assert sum(metrics[event] for event in ("watch", "shark", "wave", "air")) <= counted["sea event"]
    if name == "barracuda":
        assert chunk.rows["turns"].sum() * 4 == counted["play"]  # everybody plays a card in every turn
    if name == "nukha":
        assert metrics["truth"] + metrics["lie"] == counted["claim"]
        assert metrics["captain"] == 2
        assert metrics["unmasked"] + metrics["slandered"] <= counted["accuse"]
    if name == "tests.engine.toy:GAME":
        assert metrics == {}


def test_watching_by_hand_and_compiled_agree(interpreted: None) -> None:
    slow = watch_chunk(run("sailor", 5), 0, 2)
    fast = play_chunk(SimulationPlan(LOCKER, [LOCKER.options.read()], ["sailor"], seed=5), 0, 2)
    assert slow.rows["winners"].tolist() == fast["winners"].tolist()
    assert slow.rows["scores"].tolist() == fast["scores"].tolist()


def test_a_process_measures_for_the_table() -> None:
    asked = {"game": "locker", "options": {"players": 2}, "level": "sailor", "games": 100, "compare": {}, "seconds": 9}
    assert work(asked)["levels"][0]["games"] == 100
    compared = work({**asked, "compare": {"variant": "hoard"}})["compared"]
    assert [one["setting"] for one in compared] == ["variant=hoard"]
    assert "2 to 4" in work({**asked, "options": {"players": 9}})["error"]
