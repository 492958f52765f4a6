"""What a viewer of Davy Jones' Locker is told, from the record redacted for that viewer."""

from copy import copy
from types import SimpleNamespace

from fathoms.engine.dialect import SEATS
from fathoms.engine.kinds import Json, State
from fathoms.engine.parts.counting import Line, count_line, first_tie
from fathoms.games.locker import pieces as p
from fathoms.games.locker import state as st
from fathoms.games.locker.pieces import CARDS, SKILLS, VARIANTS, card_text
from fathoms.games.locker.rules.score import suit_worth, winners, worth
from fathoms.games.locker.rules.turn import compared, incident

_PHASES = {
    st.OVER: "over",
    st.DIVER: "diver",
    st.FIRST: "first",
    st.SABOTAGE: "sabotage",
    st.DRAW: "draw",
    st.CHOOSE: "choose",
    st.USE_KNIFE: "knife",
    st.USE_NET: "net",
    st.USE_HARPOON: "harpoon",
    st.SHOW: "show",
    st.TAKE: "take",
    st.PEEK: "peek",
    st.PICK_VICTIM: "plunder",
    st.BONUS: "bonus",
}


def describe(s: State, viewer: int) -> Json:
    players = int(s.players)
    known_first = int(s.first) >= 0
    over = int(s.phase) == st.OVER
    return {
        "phase": _PHASES[int(s.phase)],
        "row": [card_text(int(card)) for card in s.row[: int(s.row_n)]],
        "holds": {SEATS[seat]: _cards(int(s.holds[seat])) for seat in range(players)},
        "deck": int(s.deck).bit_count(),
        "locker": int(s.locker).bit_count(),
        "tracker": _cards(int(s.locker)) if int(s.tracker) else None,
        "turn": SEATS[int(s.turn)] if known_first else None,
        "first": SEATS[int(s.first)] if known_first else None,
        "divers": {SEATS[seat]: SKILLS[int(s.skills[seat])] for seat in range(players)},
        "variant": VARIANTS[int(s.variant)],
        "sabotaged": SEATS[int(s.marked)] if int(s.marked) >= 0 else None,
        "squid": int(s.debt),
        "hauls": int(s.hauls),
        "bonus": int(s.bonus),
        "peeked": _peeked(s, viewer),
        "shown": _shown(s, viewer),
        "stakes": _stakes(s),
        "ends": None if over else _ends(s),
        "count": {SEATS[seat]: _count(s, seat) for seat in range(players)} if over else None,
        "tie": _tie(s) if over else None,
    }


def _cards(mask: int) -> list[str]:
    """By suit, ascending: the last one of a suit is on top (L11)."""
    return [card_text(card) for card in range(CARDS) if mask >> card & 1]


def _peeked(s: State, viewer: int) -> list[str]:
    """The cards on top of the deck that this viewer has seen, top first (L19, L44)."""
    return [card_text(int(s.top[i])) for i in range(int(s.top_n)) if int(s.seen_by[i]) >> viewer & 1]


def _shown(s: State, viewer: int) -> list[str]:
    """The Locker's cards a Map is showing, to the one who looks (L17)."""
    if viewer != int(s.turn):
        return []
    return [card_text(int(card)) for card in s.shown[: int(s.shown_n)]]


def _stakes(s: State) -> Json:
    """What the next card must not be, by suit or by value, and what an Incident would leave (L8, L14, L54)."""
    by_value = int(s.variant) == p.STRANGE_WATERS
    names = {n: str(n) for n in sorted({int(v) for v in p.VALUES})} if by_value else dict(enumerate(p.SUITS))
    row = {names[compared(s, int(card))]: card_text(int(card)) for card in s.row[: int(s.row_n)]}
    sink = [name for number, name in names.items() if int(s.met) >> number & 1]
    return {"by": "value" if by_value else "suit", "sink": sink, "of": len(names), "met": row, "kept": _kept(s)}


def _kept(s: State) -> list[str]:
    """The cards of the row that the diver would keep if the next one from the deck brought an Incident."""
    row = [int(card) for card in s.row[: int(s.row_n)]]
    if not row:
        return []
    world = SimpleNamespace(**{name: copy(value) for name, value in vars(s).items()})
    incident(world, row[-1], 0)
    return [card_text(card) for card in row if int(world.holds[int(s.turn)]) >> card & 1]


def _ends(s: State) -> dict[str, int | None]:
    """The cards still to be revealed (L24), and what a Hold must be worth to win at once (L52)."""
    worth_now = p.SUDDEN_DEATH_WORTH if int(s.variant) == p.SUDDEN_DEATH else None
    return {"cards_left": int(s.deck).bit_count(), "worth": worth_now}


def _count(s: State, seat: int) -> list[Line]:
    """What a Hold is worth, suit by suit, then what a skill or the variant adds or takes (L25, L42, L51, L53)."""
    suits = [_suit_line(s, seat, suit) for suit in range(p.SUIT_COUNT)]
    held = [line for line in suits if line["number"]]
    return [*held, *_golden(s, seat), *_absent(s, p.SUIT_COUNT - len(held))]


def _suit_cards(s: State, seat: int, suit: int) -> int:
    return int(s.holds[seat]) >> suit * p.CARDS_A_SUIT & p.SUIT_CARDS


def _suit_line(s: State, seat: int, suit: int) -> Line:
    cards, hoard = _suit_cards(s, seat, suit), int(s.variant) == p.HOARD
    return count_line(
        p.SUITS[suit], cards.bit_count(), suit_worth(cards, suit, False, hoard), "L51" if hoard else "L25"
    )


def _golden(s: State, seat: int) -> list[Line]:
    mermaids = _suit_cards(s, seat, p.MERMAID).bit_count()
    if int(s.skills[seat]) != p.GOLDEN_SCALES or not mermaids:
        return []
    counted = mermaids if int(s.variant) == p.HOARD else 1
    return [count_line(SKILLS[p.GOLDEN_SCALES], counted, p.GOLDEN_BONUS * counted, "L42")]


def _absent(s: State, suits: int) -> list[Line]:
    if int(s.variant) != p.FULL_HOUSE or not suits:
        return []
    return [count_line("absent", suits, -p.FULL_HOUSE_PENALTY * suits, "L53")]


def _tie(s: State) -> Line | None:
    return first_tie([worth(s, seat) for seat in range(int(s.players))], winners(s), "cards", "L26")
