"""What a viewer of The Nukha's Cave is told, from the record redacted for that viewer."""

from types import SimpleNamespace

from fathoms.engine.dialect import SEATS
from fathoms.engine.kinds import Json, State
from fathoms.engine.parts.counting import Line, count_line, first_tie
from fathoms.games.nukha import pieces as p
from fathoms.games.nukha import state as st
from fathoms.games.nukha.rules.hands import count_of
from fathoms.games.nukha.rules.score import holds, token_holder, winners, worth
from fathoms.games.nukha.rules.secrets import found_in_hand
from fathoms.games.nukha.rules.turn import give_coins, pay_winner

_PHASES = {
    st.NAME_CAPTAIN: "captain",
    st.DRAFT: "draft",
    st.STOCK: "stock",
    st.LOYALTY: "loyalty",
    st.RECOVER: "recover",
    st.FIND: "find",
    st.CLAIM: "claim",
    st.ANSWER: "answer",
    st.BOUGHT: "bought",
    st.TARGET: "target",
    st.RESPOND: "respond",
    st.PROVE: "prove",
    st.PICK: "pick",
    st.OFFER: "offer",
    st.PICK_HIDDEN: "pick hidden",
    st.HIDE: "hide",
    st.STEAL: "steal",
    st.OVER: "over",
}

# The lines of the count that cards bring (N26); a Lantern of either value is a Lantern.
_VALUED = {"lantern": (p.LANTERN_3, p.LANTERN_2), "purse": (p.PURSE,), "egg": (p.EGG,)}


def describe(s: State, viewer: int) -> Json:
    seats = range(int(s.players))
    over = int(s.phase) == st.OVER
    view: Json = {
        "phase": _PHASES[int(s.phase)],
        "captain": _seat(s.captain),
        "turn": _seat(s.turn),
        "explorer": None if over else _explorer(s),
        "coins": {SEATS[seat]: int(s.coins[seat]) for seat in seats},
        "reserve": int(s.reserve),
        "loot": {SEATS[seat]: _loot(s, seat, over or seat == viewer) for seat in seats},
        "worth": _sight_worth(s, viewer) if viewer in seats and not over else None,
        "cave": int(s.cave_left),
        "discard": _discard(s, over or viewer == int(s.captain)),
        "claim": p.CLAIMS[int(s.claim)] if int(s.claim) >= 0 else None,
        "found": p.CARDS[int(s.found)] if int(s.found) >= 0 else None,
        "find": None if over else _find(s),
        "attacker": _seat(s.attacker),
        "target": _seat(s.target),
        "stakes": _stakes(s) if int(s.phase) == st.RESPOND else None,
        "adventurers": {SEATS[seat]: _adventurer(int(s.adventurer[seat])) for seat in seats},
        "powers": {SEATS[seat]: _has_power(s, seat) for seat in seats},
        "pool": _pool(int(s.pool)) if int(s.phase) == st.DRAFT else None,
        "ends": None if over else _ends(int(s.cave_left)),
        "tokens": _tokens(s) if over else None,
        "majorities": _majorities(s) if over else None,
        "count": {SEATS[seat]: _count(s, seat) for seat in seats} if over else None,
        "tie": _tie(s) if over else None,
    }
    if not over:
        view |= {"scores": None, "winners": None}
    return view


def _seat(number: int) -> str | None:
    return SEATS[int(number)] if int(number) >= 0 else None


def _explorer(s: State) -> str | None:
    """Who comes before the Captain in this turn (N6)."""
    return None if int(s.phase) == st.DRAFT or int(s.turn) == int(s.captain) else _seat(s.turn)


def _adventurer(number: int) -> str | None:
    return p.ADVENTURERS[number] if number >= 0 else None


def _has_power(s: State, seat: int) -> bool:
    """Whether a seat's adventurer counts now: a Captain has no power but Lys's, which is for the end (N36)."""
    adventurer = int(s.adventurer[seat])
    return adventurer >= 0 and (seat != int(s.captain) or adventurer == p.LYS)


def _pool(left: int) -> list[str]:
    return [name for number, name in enumerate(p.ADVENTURERS) if left >> number & 1]


def _cards(hand: int) -> list[str]:
    return [p.CARDS[kind] for kind in range(p.KINDS) for _ in range(count_of(hand, kind))]


def _loot(s: State, seat: int, open_to_viewer: bool) -> Json:
    """Face-up cards by name, hidden ones by count, and by name (`down`) to their owner and at the end."""
    return {
        "up": _cards(int(s.up[seat])),
        "hidden": int(s.hidden[seat]),
        "down": _cards(int(s.down[seat])) if open_to_viewer else None,
    }


def _discard(s: State, open_to_viewer: bool) -> Json:
    return {"count": int(s.discarded), "cards": _cards(int(s.discard)) if open_to_viewer else None}


# The find and what is said about it


def _find(s: State) -> Json | None:
    """Who found this turn's card, who has it now, in hand or not, and whether the claim is true where that shows."""
    if int(s.found) == st.NONE:
        return None
    in_hand = bool(found_in_hand(s))
    bought = int(s.phase) == st.BOUGHT or (not in_hand and int(s.attacker) != int(s.turn))
    known = int(s.found) >= 0 and int(s.claim) >= 0
    return {
        "by": _seat(s.turn),
        "with": _seat(s.captain if bought and not in_hand else s.turn),
        "in_hand": in_hand,
        "bought": bought,
        "claims": _claims(int(s.found)) if int(s.phase) == st.CLAIM else None,
        "true": int(p.CLAIM_OF[int(s.found)]) == int(s.claim) if known else None,
    }


def _claims(found: int) -> dict[str, bool] | None:
    """What each claim would be, true or a lie, to the one who knows the card (N12)."""
    if found < 0:
        return None
    return {name: int(p.CLAIM_OF[found]) == claim for claim, name in enumerate(p.CLAIMS)}


def _stakes(s: State) -> dict[str, int]:
    """What an accusation brings the target if the claim is a lie, and costs after the effect if it is true (N17)."""
    attacker, target = int(s.attacker), int(s.target)
    lie, truth = _purses(s), _purses(s)
    pay_winner(lie, attacker, target)
    if int(s.claim) == p.CLAIM_LIZARD:
        give_coins(truth, target, attacker, 1)
    left = truth.coins[target]
    pay_winner(truth, target, attacker)
    return {"lie_brings": lie.coins[target] - int(s.coins[target]), "truth_costs": left - truth.coins[target]}


def _purses(s: State) -> SimpleNamespace:
    """As much of a record as paying needs, to try it out on."""
    return SimpleNamespace(coins=[int(coins) for coins in s.coins], adventurer=s.adventurer)


# The end, and how near it is


def _ends(cards_left: int) -> dict[str, int]:
    """The cards before the game is over at the latest, and which of them may first be the Nomads (N4)."""
    return {"cards_left": cards_left, "soonest": max(1, cards_left - p.NOMADS_AMONG + 1)}


def _sight_worth(s: State, seat: int) -> int:
    """The viewer's own coins and cards, the tokens aside."""
    return sum(line["points"] for line in _own_lines(s, seat))


def _own_lines(s: State, seat: int) -> list[Line]:
    coins = int(s.coins[seat])
    return [count_line("coin", coins, coins, "N26"), *(_card_line(s, seat, name) for name in _VALUED)]


def _card_line(s: State, seat: int, name: str) -> Line:
    held = {kind: holds(s, seat, kind) for kind in _VALUED[name]}
    return count_line(name, sum(held.values()), sum(int(p.VALUES[kind]) * n for kind, n in held.items()), "N26")


def _count(s: State, seat: int) -> list[Line]:
    """N26, line by line."""
    return [*_own_lines(s, seat), *(_token_line(s, seat, token) for token in range(len(p.MAJORITIES)))]


def _token_line(s: State, seat: int, token: int) -> Line:
    points = p.TOKEN_POINTS if token_holder(s, token) == seat else 0
    return count_line(p.MAJORITIES[token], holds(s, seat, int(p.MAJORITY_KINDS[token])), points, "N25")


def _tokens(s: State) -> dict[str, str | None]:
    return {name: _seat(token_holder(s, token)) for token, name in enumerate(p.MAJORITIES)}


def _majorities(s: State) -> dict[str, Json]:
    """For each token the most cards anybody holds, who holds them, who gets it, and the rule that says so."""
    return {name: _majority(s, token) for token, name in enumerate(p.MAJORITIES)}


def _majority(s: State, token: int) -> Json:
    held = [holds(s, seat, int(p.MAJORITY_KINDS[token])) for seat in range(int(s.players))]
    most, winner = max(held), token_holder(s, token)
    by = [SEATS[seat] for seat, number in enumerate(held) if number == most and most > 0]
    power = _adventurer(int(s.adventurer[winner])) if winner >= 0 and len(by) > 1 else None
    return {"most": most, "by": by, "token": _seat(winner), "power": power, "rule": "N35" if power else "N25"}


def _tie(s: State) -> Line | None:
    scores = [worth(s, seat) for seat in range(int(s.players))]
    won = winners(s)
    return first_tie(scores, won, "captain" if won >> int(s.captain) & 1 else "coins", "N27")
