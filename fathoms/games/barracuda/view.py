"""What a viewer of Barracuda is told, from the record redacted for that viewer."""

from fathoms.engine.dialect import HIDDEN, SEATS
from fathoms.engine.kinds import Json, State
from fathoms.engine.parts.counting import Line, count_line, first_tie
from fathoms.games.barracuda import pieces as p
from fathoms.games.barracuda import state as st
from fathoms.games.barracuda.notation import card_text
from fathoms.games.barracuda.rules.score import winners
from fathoms.games.barracuda.rules.table import chest_owner
from fathoms.games.barracuda.words import action_text

_PHASES = {
    st.OVER: "over",
    st.LAY: "layout",
    st.CHOOSE: "choose",
    st.ROLL: "roll",
    st.STEER: "steer",
    st.STRAY: "stray",
    st.ACT: "act",
    st.ASK_BAIT: "bait",
    st.ASK_MEDDLE: "recover or meddle",
    st.PICK: "pick",
    st.DISCARD: "discard",
}


def describe(s: State, viewer: int) -> Json:
    seats = range(int(s.players))
    over = int(s.phase) == st.OVER
    return {
        "turn": int(s.turn),
        "phase": _PHASES[int(s.phase)],
        "goal": int(s.goal),
        "teams": [["A", "C"], ["B", "D"]] if int(s.teams) else None,
        "layout": _layout(s),
        "wrecks": [_wreck(s, number) for number in range(1, p.WRECKS + 1)],
        "lair": p.LAIR,
        "barracuda": int(s.barracuda),
        "controller": _seat(int(s.controller)),
        "distance": int(s.distance) or None,
        "resolving": int(s.wreck) or None,
        "divers": {SEATS[seat]: _diver(s, seat) for seat in seats},
        "bags": {SEATS[seat]: int(s.bag[seat]) for seat in seats},
        "chests": {SEATS[seat]: _chest(s, seat) for seat in seats},
        "played": {SEATS[seat]: _played(s, seat) for seat in seats},
        "centre": [SEATS[seat] for seat in seats if not int(s.hand[seat]) >> (p.BARRACUDA - 1) & 1],
        "hands": {SEATS[seat]: _cards(int(s.hand[seat])) for seat in seats},
        "chosen": {SEATS[seat]: _chosen(int(s.chosen[seat])) for seat in seats},
        "recovering": {SEATS[seat]: int(s.recovery[seat]) for seat in seats},
        "meddling": _meddling(s),
        "ends": None if over else _ends(s),
        "count": {SEATS[seat]: _count(s, seat) for seat in seats} if over else None,
        "tie": _tie(s) if over else None,
    }


def _seat(seat: int) -> str | None:
    return None if seat == st.NOBODY else SEATS[seat]


def _laid_out(s: State) -> bool:
    return int(s.phase) != st.LAY


def _layout(s: State) -> str | None:
    """The wrecks in the notation of B1; None before the sea has laid them out."""
    if not _laid_out(s):
        return None
    places = {divmod(int(s.cell[number]), p.GRID): str(number) for number in range(1, p.WRECKS + 1)}
    height = max(row for row, _ in places) + 1
    width = max(column for _, column in places) + 1
    return "/".join("".join(places.get((row, c), ".") for c in range(width)) for row in range(height))


def _wreck(s: State, number: int) -> Json:
    extra = bool(int(s.extras) >> number & 1)
    card = (p.EXTRAS if extra else p.STARTERS)[number]
    return {
        "number": number,
        "card": "extra" if extra else "starter",
        "unique": action_text(card.unique),
        "common": action_text(card.common),
        "cell": list(divmod(int(s.cell[number]), p.GRID)) if _laid_out(s) else None,
        "coins": int(s.coins[number]),
    }


def _diver(s: State, seat: int) -> Json:
    return {"wreck": int(s.diver[seat]) or None, "standing": not int(s.lying) >> seat & 1}


def _played(s: State, seat: int) -> list[str]:
    """The Movement cards in front, oldest first."""
    return [card_text(int(s.front[seat]) >> 4 * place & 15) for place in range(int(s.shown[seat]))]


def _cards(mask: int) -> list[str]:
    return [card_text(card) for card in range(1, p.BARRACUDA + 1) if mask >> (card - 1) & 1]


def _chosen(card: int) -> str | None:
    """The card chosen this turn, `?` if it is hidden, None if there is none yet."""
    if card == HIDDEN:
        return "?"
    return card_text(card) if card else None


def _meddling(s: State) -> Json | None:
    """Who meddles with whose hand, and the cards picked so far, each `?` to the others."""
    if int(s.meddler) == st.NOBODY:
        return None
    picked = _cards(int(s.picked)) or ["?"] * int(s.picks)
    return {"by": SEATS[int(s.meddler)], "of": SEATS[int(s.victim)], "picked": picked}


def _chest(s: State, seat: int) -> int:
    return int(s.chest[chest_owner(s, seat)])


def _ends(s: State) -> dict[str, int]:
    """The coins that the fullest chest lacks (B28), and the turns after this one (B29)."""
    fullest = max(_chest(s, seat) for seat in range(int(s.players)))
    return {"coins_left": int(s.goal) - fullest, "turns_left": p.LAST_TURN - int(s.turn)}


def _count(s: State, seat: int) -> list[Line]:
    coins, teams = _chest(s, seat), bool(int(s.teams))
    return [count_line("team chest" if teams else "chest", coins, coins, "B30" if teams else "B28")]


def _tie(s: State) -> Line | None:
    scores = [_chest(s, seat) for seat in range(int(s.players))]
    return first_tie(scores, winners(s), "bags" if int(s.teams) else "bag", "B29", side=2 if int(s.teams) else 1)
