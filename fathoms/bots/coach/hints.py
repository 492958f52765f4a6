"""A hint during play: the best choice, how sure that is, and why. From what the seat may know, and nothing else."""

import hashlib
import math
import time
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from fathoms.bots import kernels
from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.bots.coach.choice_value import Counts, Streams, need_heuristic, open_streams, try_choices
from fathoms.bots.coach.whole_moves import Move, best_whole_move, distinct, is_way, try_move, usual_move
from fathoms.bots.coach.words import percent
from fathoms.bots.coach.working_out import WorkedOut, work_out
from fathoms.bots.statistics import Z
from fathoms.engine.conform import Advice, Finding, check_advice
from fathoms.engine.dialect import SEA, SEATS, below
from fathoms.engine.errors import IllegalMove
from fathoms.engine.game import Game
from fathoms.engine.kinds import Rng, View
from fathoms.engine.match import Match
from fathoms.engine.options import Text
from fathoms.engine.parts.hint_context import HintContext
from fathoms.engine.position import Position
from fathoms.engine.seats import Naming, by_letter

SECONDS = 0.4  # for each of two rounds
BATCH = 200  # worlds between two looks at the clock
MOST_WORLDS = 8000
SURE, LIKELY = 3, 1.5  # standard errors that the best is ahead
FINALISTS = 3  # choices that are looked at again, in worlds of their own
IMAGINED = 150  # worlds that a reason is drawn from
WHOLE = 200  # worlds in which whole moves are tried
ASKED = 8  # times that the rule of thumb is asked: it may say now this, now that
CHECKED = 60  # worlds of a hint that is held beside another
FAR = 60  # events a future is followed for at most

_FORCED: Text = {"en": "There is no choice: {best}.", "fr": "Il n’y a pas le choix : {best}."}
_BEST: Text = {
    "en": "“{best}”: {share} % to win, against {other_share} % for “{other}” ({sure}).",
    "fr": "« {best} » : {share} % de chances de gagner, contre {other_share} % pour « {other} » ({sure}).",
}
_CLOSE: Text = {
    "en": "Too close to call: “{best}” wins {share} % of the time, “{other}” {other_share} %.",
    "fr": "Trop serré pour trancher : « {best} » gagne dans {share} % des cas, « {other} » dans {other_share} %.",
}
_MIXED: Text = {
    "en": "“{best}” is as good as “{other}” ({share} % to win): vary, so that nobody can read you.",
    "fr": "« {best} » vaut « {other} » ({share} % de chances de gagner) : variez, pour qu’on ne vous devine pas.",
}
_THUMB: Text = {
    "en": "The rule of thumb says “{thumb}” ({share} %): {overlooks}.",
    "fr": "La règle empirique dit « {thumb} » ({share} %) : {overlooks}.",
}
_SURE: dict[str, Text] = {
    "sure": {"en": "sure", "fr": "c’est sûr"},
    "likely": {"en": "fairly sure", "fr": "c’est assez sûr"},
    "exact": {"en": "worked out to the end of the game", "fr": "calculé jusqu’à la fin de la partie"},
    "ahead": {"en": "worked out ahead", "fr": "calculé à l’avance"},
}


@dataclass(frozen=True)
class Hint:
    """What a seat is advised to do. Shares of the win are from 0 to 1; `error` is the standard error of the lead."""

    seat: str
    best: str
    share: float
    other: str | None  # the next best; None where there is no choice
    other_share: float
    error: float
    context: HintContext
    how: str = "tried"  # or worked out: "exact" to the end of the game, "ahead" for some turns
    then: Move = ()  # the rest of the move, where a move is a path that begins with `best`
    other_then: Move = ()  # the same for `other`
    thumb: str | None = None  # what the rule of thumb would do, where that is something else
    thumb_then: Move = ()
    thumb_share: float = 0.0

    @property
    def sure(self) -> str:
        lead = self.share - self.other_share
        if percent(self.share) == percent(self.other_share):
            return "close"
        if lead > SURE * self.error:
            return "sure"
        return "likely" if lead > LIKELY * self.error else "close"

    @property
    def is_mixed(self) -> bool:
        """Whether seats choose at once, and doing always the same would be no better than doing now this, now that."""
        same = percent(self.share) == percent(self.other_share)
        return same and self.how != "tried" and len(self.context.view["to_act"]) > 1


def give_hint(match: Match, seat: str, worlds: int | None = None) -> Hint:
    """The best choice found for a seat that owes a decision; with a number of worlds always the same."""
    need_heuristic(match.game)
    if seat not in match.to_act:
        raise IllegalMove(f"{seat} has nothing to decide now; allowed: a hint when it is one's turn")
    return weigh_choices(asked_of(match, seat), match.players, SEATS.index(seat), worlds)


def asked_of(match: Match, seat: str) -> Position:
    """What a seat has to decide by. Positions that are alike to the seat are the same record here, byte by byte."""
    return known_to(match.position, SEATS.index(seat))


def known_to(position: Position, seat: int) -> Position:
    told = position.redacted(seat).taken_back(seat)
    return Position(told.game, told.states, interpreted=False)  # the same record; only the compiled verbs are quick


def check_hints(game: Game, games: int, seed: int) -> Finding:
    """Conformance: two positions alike to a seat get the same hint within its interval."""

    def advise(position: Position, players: int, seat: int) -> Advice:
        hint = weigh_choices(known_to(position, seat), players, seat, CHECKED)
        return Advice(hint.best, hint.share, Z * hint.error)

    return check_advice(game, advise, games, seed)


def fingerprint(told: Position) -> int:
    """A number for what a seat has to decide by."""
    return int.from_bytes(hashlib.sha256(told.bytes()).digest()[:8])


def weigh_choices(told: Position, players: int, seat: int, worlds: int | None) -> Hint:
    moment = fingerprint(told)  # the same worlds for the same knowledge
    worked = work_out(told, players, seat)
    if worked is not None:
        return _worked_hint(told, players, seat, worked, moment)
    choices, text = distinct(told, players, seat), told.game.action_text
    ranked, tried = choices, dict[int, float]()
    if len(choices) > FINALISTS:
        first = _try(told, players, seat, choices, (moment, seat, 0), worlds)
        tried = dict(zip(choices, _shares(first), strict=True))
        ranked = sorted(choices, key=lambda action: -tried[action])[:FINALISTS]
    parts = _try(told, players, seat, ranked, (moment, seat, 1), worlds)
    best, other = _rank(parts)
    shares = _shares(parts)
    error = _error_of_lead(parts[:, best], parts[:, other])
    context = context_of(told, players, seat, text(ranked[best]), moment)
    if len(ranked) == 1:
        return Hint(SEATS[seat], text(ranked[0]), shares[0], None, 0.0, error, context)
    hint = Hint(SEATS[seat], text(ranked[best]), shares[best], text(ranked[other]), shares[other], error, context)
    hint = _with_thumb(hint, told, players, tried | dict(zip(ranked, shares, strict=True)))
    return _with_whole_move(hint, told, players, open_streams((moment, seat, 4), worlds or WHOLE))


def _shares(parts: Counts) -> list[float]:
    return [float(share) for share in parts.mean(axis=0) / WHOLE_WIN]


def _with_thumb(hint: Hint, told: Position, players: int, shares: dict[int, float]) -> Hint:
    """With what the rule of thumb would do, if the game says what that overlooks and it is not what is advised."""
    seat = SEATS.index(hint.seat)
    thumb = _rule_of_thumb(told, seat)
    if not hasattr(told.game.part("hints"), "OVERLOOKS") or thumb not in shares:
        return hint
    move = usual_move(told, players, seat, told.game.action_text(thumb))
    return (
        hint if move[0] == hint.best else replace(hint, thumb=move[0], thumb_then=move[1:], thumb_share=shares[thumb])
    )


def _rule_of_thumb(told: Position, seat: int) -> int | None:
    """What it always does here; None where it leaves that to chance."""
    said = {int(kernels.think(told.states, seat, open_streams((number,), 1))) for number in range(ASKED)}
    return said.pop() if len(said) == 1 else None


def _with_whole_move(hint: Hint, told: Position, players: int, streams: Streams) -> Hint:
    """With the whole of a move that is a path: half of the worlds find it, the others measure what it is worth.

    As the rule of thumb would end it, it is worth what the hint says already.
    """
    seat, half = SEATS.index(hint.seat), len(streams) // 2
    usual, rest = (usual_move(told, players, seat, one) for one in (hint.best, str(hint.other)))
    hint = replace(hint, then=usual[1:], other_then=rest[1:])
    move = best_whole_move(told, players, seat, usual, streams[:half])
    if move == usual:
        return hint
    whole, other = (try_move(told, players, seat, one, streams[half:]) for one in (move, (str(hint.other),)))
    share, other_share = float(whole.mean()) / WHOLE_WIN, float(other.mean()) / WHOLE_WIN
    if share < other_share:  # never star the lower
        return hint
    error = _error_of_lead(whole, other)
    return replace(hint, then=move[1:], share=share, other_share=other_share, error=error)


def _worked_hint(told: Position, players: int, seat: int, worked: WorkedOut, moment: int) -> Hint:
    values, text = worked.values, told.game.action_text
    best, other = list(values)[:2]
    context = context_of(told, players, seat, text(best), moment)
    shares = (values[best], text(other), values[other])
    hint = Hint(SEATS[seat], text(best), *shares, worked.error, context, worked.how)
    return _with_thumb(hint, told, players, values)


def _try(
    told: Position, players: int, seat: int, actions: list[int], seed: tuple[int, ...], worlds: int | None
) -> Counts:
    """The actions tried in so many worlds, or in as many as the time allows."""
    if worlds is not None:
        return try_choices(told, players, seat, actions, open_streams(seed, worlds))
    tried: list[Counts] = []
    end = time.perf_counter() + SECONDS
    while not tried or (time.perf_counter() < end and len(tried) * BATCH < MOST_WORLDS):
        tried.append(try_choices(told, players, seat, actions, open_streams((*seed, len(tried)), BATCH)))
    return np.concatenate(tried)


def _rank(parts: Counts) -> tuple[int, int]:
    """Which action is best and which comes next: by their numbers, which are told with them, and by nothing else."""
    order = [int(i) for i in np.argsort(-parts.sum(axis=0), kind="stable")]
    return order[0], order[1 if len(order) > 1 else 0]


def _error_of_lead(one: Counts, other: Counts) -> float:
    return float((one - other).std(ddof=1)) / WHOLE_WIN / math.sqrt(len(one))


def context_of(told: Position, players: int, seat: int, best: str, moment: int) -> HintContext:
    """Worlds and futures for a game's own reason; futures are played by rule of thumb, and only if asked for."""
    rngs = open_streams((moment, seat, 2), IMAGINED)
    worlds = [told.imagined(seat, np.array([start], np.uint64)) for start in rngs]

    @cache
    def futures(choice: str, until_own_turn: bool) -> list[View]:
        action = int(told.game.code(seat, choice) or 0)
        if not until_own_turn and len({world.bytes() for world in worlds}) == 1:
            return _every_fate(worlds[0], players, seat, action)
        return [_follow(world, players, seat, action, until_own_turn, n) for n, world in enumerate(worlds)]

    return HintContext(
        SEATS[seat],
        told.view(seat, players),
        best,
        [world.describe(seat) for world in worlds],
        lambda choice: futures(choice, False),
        lambda choice: futures(choice, True),
    )


def _follow(world: Position, players: int, seat: int, action: int, until_own_turn: bool, number: int) -> View:
    """A world after a choice: after the sea's next event, or when the seat is to decide again."""
    rng = open_streams((number, 3), 1)
    future = world.copy()
    future.happen(seat, action)
    for _ in range(FAR if until_own_turn else 1):
        actors = future.actors()
        if not actors or seat in actors or (actors != [SEA] and not until_own_turn):
            break
        future.happen(actors[0], _some_event(future, actors[0], rng))
    return _seen_whole(future, players, seat)


def _seen_whole(position: Position, players: int, seat: int) -> View:
    return {**position.view(seat, players), **position.describe(seat)}


def _every_fate(world: Position, players: int, seat: int, action: int) -> list[View]:
    """The one world there is after a choice and each of the sea's next events, as often as its weight says."""
    after = world.copy()
    after.happen(seat, action)
    if after.actors() != [SEA]:
        return [_seen_whole(after, players, seat)]
    found = list[View]()
    for fate, weight in after.fates():
        then = after.copy()
        then.happen(SEA, fate)
        found += weight * [_seen_whole(then, players, seat)]
    return found


def _some_event(position: Position, who: int, rng: Rng) -> int:
    """What the sea may do, by its weights, or what a seat would do by rule of thumb."""
    if who != SEA:
        return int(kernels.think(position.redacted(who).states, who, rng))
    with np.errstate(over="ignore"):
        return position.random_fate(lambda n: int(below(rng, n)))


# In words


def hint_text(hint: Hint, game: Game, lang: str, name: Naming = by_letter) -> str:
    """The whole hint: what, how sure, and why."""
    best = move_text(hint, (hint.best, *hint.then), game, lang, name, with_way=True)
    if hint.other is None:
        return _FORCED[lang].format(best=best)
    other, close = move_text(hint, (hint.other, *hint.other_then), game, lang, name), hint.sure == "close"
    shares = {"share": percent(hint.share), "other_share": percent(hint.other_share)}
    sure = "" if close else _SURE[hint.sure if hint.how == "tried" else hint.how][lang]
    text = _BEST if not close else _MIXED if hint.is_mixed else _CLOSE
    said = text[lang].format(best=best, other=other, sure=sure, **shares)
    return " ".join(filter(None, (said, reason_text(hint, game, lang, name))))


def move_text(hint: Hint, move: Move, game: Game, lang: str, name: Naming, with_way: bool = False) -> str:
    """A choice, or a whole move in the game's own words; to stand in quotes."""
    if not is_way(game, move[0], hint.context.view):
        return _within_quotes(game.label(move[0], lang, name), lang)
    words = game.part("hints")
    assert words is not None  # it has told of the path
    told: str = words.path_text(move, hint.context.view, lang, with_way)
    return told


def _within_quotes(label: str, lang: str) -> str:
    """A label that quotes somebody, with the quotes that stand within quotes."""
    return label.replace("« ", "“").replace(" »", "”") if lang == "fr" else label


def reason_text(hint: Hint, game: Game, lang: str, name: Naming = by_letter) -> str | None:
    """Why, in the game's own words, where there is a choice and the game has a part `hints`."""
    words = game.part("hints")
    if words is None or hint.other is None:
        return None
    said = (words.reason(hint.context, lang), _overlooked(hint, game, lang, name))
    return " ".join(filter(None, said)) or None


def _overlooked(hint: Hint, game: Game, lang: str, name: Naming) -> str | None:
    """What the rule of thumb would do instead and does not see; nothing where it is too close to call."""
    words = game.part("hints")
    if words is None or hint.thumb is None or hint.sure == "close":
        return None
    overlooks = words.OVERLOOKS[lang]
    thumb = move_text(hint, (hint.thumb, *hint.thumb_then), game, lang, name)
    return _THUMB[lang].format(thumb=thumb, share=percent(hint.thumb_share), overlooks=overlooks)
