"""Match, as the design promises it."""

import json
from fractions import Fraction
from typing import Any

import pytest

from fathoms import Match, Sea, games
from tests.engine.toy import GAME

VIEW_FIELDS = {"game", "seats", "to_act", "choices", "scores", "winners", "over"}


def locker(*lines: str, **options: Any) -> Match:
    match = Match("locker", interpreted=True, **{"players": 2, "first": "A", **options})
    for line in lines:
        match.play(line)
    return match


def pearls(*lines: str, **options: Any) -> Match:
    match = Match(GAME, interpreted=True, **{"tide": "high", **options})
    for line in lines:
        match.play(line)
    return match


DEALT = ("sea deal A pearl-3", "sea deal B pearl-5")


def act(match: Match) -> None:
    """Whoever is to act takes the last choice, which ends a turn where it can be ended."""
    seat = match.to_act[0]
    match.play(f"{seat} {match.choices(seat)[-1]}")


def play_out(match: Match, seed: int = 1) -> Match:
    """To the end, everybody taking the first choice but one in three times the last."""
    sea = Sea.from_seed(seed)
    match.drift(sea)
    while not match.over:
        seat = match.to_act[0]
        choices = match.choices(seat)
        match.play(f"{seat} {choices[-1 if len(match.log) % 3 == 0 else 0]}")
        match.drift(sea)
    return match


class TestContract:
    def test_the_example_of_the_design(self) -> None:
        match = Match("locker", players=3, variant="hoard")
        assert match.seats == ["A", "B", "C"]
        assert match.to_act == ["sea"]
        assert match.fates() == {f"first {seat}": Fraction(1, 3) for seat in "ABC"}
        match.play("sea first A")
        assert match.fates()["draw anchor-5"] == Fraction(1, 50)
        match.play("sea draw anchor-5")
        assert match.to_act == ["A"]
        assert match.choices("A") == ["continue", "surface"]
        match.play("A surface")
        assert match.log == ["sea first A", "sea draw anchor-5", "A surface"]
        assert match.scores == {"A": 5, "B": 0, "C": 0}
        assert not match.over
        assert match.winners == []

    def test_games_lists_what_is_installed(self) -> None:
        assert {"locker", "reef", "barracuda", "nukha"} <= set(games.names())
        assert games.find("locker").name == "locker"

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_seats_are_letters(self, players: int) -> None:
        assert locker(players=players).seats == list("ABCD")[:players]

    def test_several_seats_act_at_once(self) -> None:
        match = pearls(*DEALT)
        assert match.to_act == ["A", "B"]
        match.play("B throw")
        assert match.to_act == ["A"]
        assert match.choices("B") == []

    def test_who_is_not_to_act_has_no_choices(self) -> None:
        match = locker("sea draw anchor-5")
        assert match.choices("B") == []

    def test_the_order_of_choices_is_fixed(self) -> None:
        lines = ("sea draw anchor-5", "A surface", "sea draw harpoon-5")
        assert locker(*lines).choices("B") == ["harpoon A anchor"]
        assert [locker(*lines[:1]).choices("A") for _ in range(3)] == [["continue", "surface"]] * 3


class TestFates:
    def test_weights_become_exact_fractions(self) -> None:
        fates = Match(GAME, interpreted=True).fates()
        assert fates == {"tide high": Fraction(2, 3), "tide low": Fraction(1, 3)}

    def test_fates_add_up_to_one_at_every_turn_of_the_sea(self) -> None:
        match = locker(divers="random", first=None, players=4)
        for step in range(60):
            fates = match.fates()
            if match.to_act == ["sea"]:
                assert sum(fates.values()) == 1
                assert all(isinstance(share, Fraction) and share > 0 for share in fates.values())
                match.play(f"sea {list(fates)[step % len(fates)]}")
            else:
                match.play(f"{match.to_act[0]} {match.choices(match.to_act[0])[0]}")

    def test_without_the_sea_there_are_no_fates(self) -> None:
        assert locker("sea draw anchor-5").fates() == {}


class TestDrift:
    def test_the_sea_acts_until_a_player_must_decide(self) -> None:
        match = Match("locker", interpreted=True, divers="random")
        match.drift(Sea.from_seed(5))
        assert match.to_act != ["sea"]
        assert [line.split()[1] for line in match.log][:4] == ["diver"] * 3 + ["first"]

    def test_where_a_player_must_decide_nothing_drifts(self) -> None:
        match = locker("sea draw anchor-5")
        match.drift(Sea.from_seed(5))
        assert match.log == ["sea draw anchor-5"]

    def test_a_caller_hears_of_each_event(self) -> None:
        heard = []
        match = pearls()
        match.drift(Sea.from_seed(2), lambda m: heard.append(m.log[-1]))
        assert heard == match.log

    def test_a_game_can_drift_to_its_end(self) -> None:
        match = pearls(*DEALT, "A throw", "B throw")
        match.drift(Sea.from_seed(2))
        assert match.over


class TestEnd:
    def test_a_finished_match(self) -> None:
        match = play_out(locker(players=3, first=None))
        assert match.over
        assert match.to_act == []
        assert match.fates() == {}
        assert all(match.choices(seat) == [] for seat in match.seats)
        assert match.winners
        best = max(match.scores.values())
        assert {match.scores[seat] for seat in match.winners} == {best}

    def test_nothing_is_secret_at_the_end(self) -> None:
        match = pearls(*DEALT, "A throw", "B keep")
        assert match.log_for("A")[1] == "sea deal B ?"
        match.play("sea deal A pearl-8")
        assert match.log_for("B") == match.log == match.log_for(None)
        assert match.view(None)["hands"] == {"A": "pearl-8", "B": "pearl-5"}
        assert (match.scores, match.winners) == ({"A": 8, "B": 5}, ["A"])


class TestView:
    @pytest.mark.parametrize("seat", ["A", "B", None])
    def test_a_view_has_the_promised_fields_and_is_json(self, seat: str | None) -> None:
        view = locker("sea draw anchor-5").view(seat)
        assert set(view) >= VIEW_FIELDS
        assert json.loads(json.dumps(view)) == view

    def test_lockers_own_fields(self) -> None:
        view = locker("sea draw anchor-5").view("A")
        own = {"row", "holds", "deck", "locker", "turn", "first", "divers", "variant", "peeked", "shown", "squid"}
        assert set(view) >= own
        assert view["row"] == ["anchor-5"]
        assert (view["deck"], view["locker"]) == (49, 10)
        assert view["holds"] == {"A": [], "B": []}

    def test_only_ones_own_choices_are_shown(self) -> None:
        match = locker("sea draw anchor-5")
        assert match.view("A")["choices"] == ["continue", "surface"]
        assert match.view("B")["choices"] == []
        assert match.view(None)["choices"] == []
        assert match.view(None)["to_act"] == ["A"]

    def test_what_a_drone_saw_is_shown_to_who_looked(self) -> None:
        match = locker("sea draw drone-5", "sea peek mermaid-8")
        assert match.view("A")["peeked"] == ["mermaid-8"]
        assert "mermaid-8" not in json.dumps([match.view("B"), match.view(None)])

    def test_what_a_map_shows_is_shown_to_who_looks(self) -> None:
        match = locker("sea draw map-5", "sea show squid-2", "sea show key-2", "sea show net-2")
        assert match.view("A")["shown"] == ["squid-2", "key-2", "net-2"]
        assert match.view("A")["choices"] == ["take squid-2", "take key-2", "take net-2"]
        assert "key-2" not in json.dumps([match.view("B"), match.view(None)])

    def test_a_view_is_the_callers_own(self) -> None:
        match = locker("sea draw anchor-5")
        match.view("A")["row"].append("anchor-6")
        match.view("A")["seats"].append("Z")
        assert match.view("A")["row"] == ["anchor-5"]
        assert match.seats == ["A", "B"]


class TestLog:
    def test_secrets_read_as_a_question_mark(self) -> None:
        match = locker("sea draw drone-5", "sea peek mermaid-8")
        assert match.log_for("A") == match.log == ["sea draw drone-5", "sea peek mermaid-8"]
        assert match.log_for("B") == match.log_for(None) == ["sea draw drone-5", "sea peek ?"]

    def test_a_line_stays_hidden_when_its_card_is_revealed(self) -> None:
        match = locker("sea draw drone-5", "sea peek mermaid-8", "A continue", "sea draw mermaid-8")
        assert match.log_for("B")[1] == "sea peek ?"

    def test_choices_made_at_once_open_together(self) -> None:
        match = pearls(*DEALT, "B throw")
        assert match.log_for("A")[-1] == "B ?"
        assert match.log_for("B")[-1] == "B throw"
        match.play("A keep")
        assert match.log_for("A")[-2:] == match.log_for(None)[-2:] == ["B throw", "A keep"]
        assert match.log_for("A")[1] == "sea deal B ?"

    def test_the_log_is_the_callers_own(self) -> None:
        match = locker("sea draw anchor-5")
        match.log.append("A surface")
        match.log_for("A").clear()
        assert match.log == ["sea draw anchor-5"]


class TestKeeping:
    def test_a_save_loads_as_the_same_match(self) -> None:
        match = play_out(locker(players=3, divers="random", first=None, variant="hoard"))
        again = Match.load(match.save(), interpreted=True)
        assert again.save() == match.save()
        assert (again.log, again.scores, again.winners) == (match.log, match.scores, match.winners)
        assert all(again.view(seat) == match.view(seat) for seat in (*match.seats, None))

    def test_what_was_veiled_stays_veiled_in_a_load(self) -> None:
        match = locker("sea draw drone-5", "sea peek mermaid-8")
        again = Match.load(match.save(), interpreted=True)
        assert again.log_for("B") == ["sea draw drone-5", "sea peek ?"]

    def test_a_load_goes_on_with_a_new_sea(self) -> None:
        match = locker()
        match.drift(Sea.from_seed(1))
        again = Match.load(match.save(), interpreted=True)
        act(again)
        again.drift(Sea.from_seed(2))
        assert len(again.log) > len(match.log)

    def test_a_copy_is_independent(self) -> None:
        match = locker("sea draw anchor-5")
        twin = match.copy()
        before = match.save()
        twin.play("A surface")
        assert match.save() == before
        assert twin.log == ["sea draw anchor-5", "A surface"]

    def test_playing_on_does_not_change_a_copy(self) -> None:
        sea = Sea.from_seed(1)
        match = locker()
        match.drift(sea)
        twin = match.copy()
        before = twin.save()
        act(match)
        match.drift(sea)
        assert twin.save() == before

    def test_a_fork_goes_on_with_the_sea_and_leaves_the_match_as_it_was(self) -> None:
        sea, match = Sea.from_seed(1), locker()
        match.drift(sea)
        before, choice = match.save(), f"{match.to_act[0]} {match.choices(match.to_act[0])[0]}"
        ends = []
        for _ in range(2):  # the first one is thrown away
            fork = match.fork()
            fork.play(choice)
            fork.drift(sea)
            ends.append(fork.save())
            assert match.save() == before
        match.play(choice)
        match.drift(sea)
        assert ends == [match.save()] * 2

    def test_a_fork_knows_what_it_has_unveiled_since(self) -> None:
        match = Match("barracuda", interpreted=True, players=2)
        match.drift(Sea.from_seed(3))
        match.play("A play 3")
        fork = match.fork()
        fork.play("B play 2")
        assert fork.moment.retold(match.moment, "B") == {match.events: "A play 3"}
        assert match.moment.recent("B")[-1] == "A play ?"

    def test_a_copy_saves_the_same_text(self) -> None:
        match = locker("sea draw anchor-5")
        assert match.copy().save() == match.save()

    @pytest.mark.parametrize("game", games.names())
    def test_a_copy_of_any_game_saves_the_same_text_ever_after(self, game: str) -> None:
        match = Match(game, interpreted=True)
        for _ in range(20):
            twin = match.copy()
            who = match.to_act[0]
            line = f"sea {next(iter(match.fates()))}" if who == "sea" else f"{who} {match.choices(who)[0]}"
            twin.play(line)
            match.play(line)
            assert twin.save() == match.save()

    def test_options_of_a_match_are_told(self) -> None:
        assert locker(variant="hoard").options["variant"] == "hoard"
        assert locker().options["divers"] == "none"


@pytest.mark.parametrize("seed", range(3))
def test_interpreted_and_compiled_matches_agree(seed: int) -> None:
    options = {"players": 3, "divers": "random", "variant": "strange-waters"}
    slow = play_out(Match("locker", interpreted=True, **options), seed)
    fast = play_out(Match("locker", interpreted=False, **options), seed)
    assert slow.save() == fast.save()
    assert [slow.view(seat) for seat in slow.seats] == [fast.view(seat) for seat in fast.seats]


def test_the_interpreter_can_be_asked_for_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOMS_INTERPRETED", "1")
    assert Match("locker").position.interpreted
    monkeypatch.delenv("FATHOMS_INTERPRETED")
    assert not Match("locker").position.interpreted


def test_a_moment_knows_which_lines_have_been_unveiled_since_another() -> None:
    match, sea = Match("barracuda", players=2), Sea.from_seed(3)
    match.drift(sea)
    start = match.moment
    match.play("A play 3")
    chosen, number = match.moment, match.events
    assert chosen.recent("B")[-1] == "A play ?"
    assert chosen.retold(start, "B") == {}
    match.play("B play 2")
    assert match.moment.retold(chosen, "B") == {number: "A play 3"}
    assert match.moment.retold(chosen, "A") == {}, "it was never hidden from the one who chose"
    assert chosen.recent("B")[-1] == "A play ?", "a moment stays what it was"


def test_the_end_unveils_everything() -> None:
    match, sea = Match("nukha", players=3), Sea.from_seed(3)
    match.drift(sea)
    before = match.moment
    while not match.over:
        before = match.moment
        match.play(f"{match.to_act[0]} {match.choices(match.to_act[0])[0]}")
        match.drift(sea)
    for viewer in (*match.seats, None):
        hidden = [number for number, line in enumerate(before._told(viewer), 1) if line.endswith(" ?")]
        assert hidden
        assert list(match.moment.retold(before, viewer)) == hidden


def test_a_moment_stays_what_it_was_and_tells_each_viewer_his_own() -> None:
    match, sea = Match("nukha", players=3), Sea.from_seed(3)
    match.drift(sea)
    for _ in range(6):
        seat = match.to_act[0]
        match.play(f"{seat} {match.choices(seat)[0]}")
        told = {viewer: (match.view(viewer), match.log_for(viewer)[-1]) for viewer in (*match.seats, None)}
        moment, number = match.moment, match.events
        assert moment is match.moment, "worked out once"
        assert match.copy().moment is not moment
        match.drift(sea)
        if match.over:
            break
        for viewer, (view, line) in told.items():
            assert (moment.view(viewer), moment.recent(viewer)[-1]) == (view, line)
        assert (match.moment is moment) == (match.events == number)
