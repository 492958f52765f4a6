"""Davy Jones' Locker in characters: the row on the sea floor, Holds by suit, deck and Locker beside them."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from fathoms.engine.kinds import View
from fathoms.engine.seats import pennant
from fathoms.games.locker.pieces import CARDS_A_SUIT, SUITS
from fathoms.games.locker.words import COLON, SKILL_NAMES, SUIT_NAMES, VARIANT_NAMES, card_name

_MARKS = {  # a shape and a colour for each suit
    "anchor": ("⚓", "grey70"),
    "squid": ("✺", "medium_purple1"),
    "map": ("✖", "tan"),
    "key": ("⚷", "gold1"),
    "chest": ("▣", "orange3"),
    "knife": ("†", "red3"),
    "drone": ("◎", "cyan"),
    "net": ("▦", "green3"),
    "harpoon": ("➶", "dodger_blue1"),
    "mermaid": ("♒", "hot_pink"),
}

_WORDS = {
    "deck": {"en": "Loot deck", "fr": "Pioche Butin"},
    "locker": {"en": "Davy Jones' Locker", "fr": "Cimetière marin"},
    "row": {"en": "Exploration", "fr": "Exploration"},
    "empty": {"en": "nothing yet", "fr": "rien encore"},
    "hold": {"en": "Hold", "fr": "Cale"},
    "squid": {"en": "the Squid asks for {n} more", "fr": "cartes que le Calamar réclame encore : {n}"},
    "peeked": {"en": "you saw on top", "fr": "vous avez vu dessus"},
    "shown": {"en": "the Map shows you", "fr": "la Carte au trésor vous montre"},
    "tracker": {"en": "in the Locker", "fr": "au Cimetière marin"},
    "sinks": {"en": "{n} of {all} suits would sink you", "fr": "familles qui vous couleraient : {n} sur {all}"},
    "values": {"en": "these values would sink you", "fr": "ces valeurs vous couleraient"},
    "points": {"en": "points", "fr": "points"},
}


def draw(view: View, lang: str) -> RenderableType:
    """The table as a seat sees it."""
    parts: list[RenderableType] = [_piles(view, lang), _row(view, lang)]
    for name in ("shown", "peeked"):
        if view[name]:
            parts.append(
                Text(
                    f"{_WORDS[name][lang]}{COLON[lang]} {', '.join(card_name(c, lang) for c in view[name])}",
                    "bold cyan",
                )
            )
    if view["tracker"]:
        parts.append(_list("tracker", view["tracker"], lang, "dim"))
    parts.append(_holds(view, lang))
    return Group(*parts)


def _list(name: str, cards: list[str], lang: str, style: str) -> Text:
    return Text(f"{_WORDS[name][lang]}{COLON[lang]} {', '.join(card_name(card, lang) for card in cards)}", style)


def _piles(view: View, lang: str) -> Text:
    text = Text(f"▒ {_WORDS['deck'][lang]} {view['deck']}   ▓ {_WORDS['locker'][lang]} {view['locker']}", "dim")
    if view["variant"] != "none":
        text.append(f"   {VARIANT_NAMES[view['variant']][lang]}", "italic")
    return text


def _card(card: str, lang: str) -> Panel:
    suit, _, value = card.partition("-")
    mark, colour = _MARKS[suit]
    face = Text(f"{value:<2}{mark:>3}\n{_short_name(suit, lang)}", f"bold {colour}")
    return Panel(face, width=13, padding=(0, 1), border_style=colour)


def _short_name(suit: str, lang: str) -> str:
    """The word of a suit's name that tells it from the others: Squid, Map, Drone; Calamar, Carte, Drone."""
    return SUIT_NAMES[suit][lang].split()[-1 if lang == "en" else 0]


def _row(view: View, lang: str) -> Panel:
    cards = [_card(card, lang) for card in view["row"]]
    inside: RenderableType = Columns(cards, padding=(0, 0)) if cards else Text(_WORDS["empty"][lang], "dim")
    return Panel(inside, title=_WORDS["row"][lang], subtitle=_danger(view, lang), title_align="left",
                 subtitle_align="left", border_style="cyan")  # fmt: skip


def _danger(view: View, lang: str) -> str:
    """What would sink the diver, and what a Squid still asks for."""
    notes = []
    if view["squid"]:
        notes.append(_WORDS["squid"][lang].format(n=view["squid"]))
    stakes = view["stakes"]
    if stakes["sink"] and stakes["by"] == "value":
        notes.append(f"{_WORDS['values'][lang]}{COLON[lang]} {', '.join(stakes['sink'])}")
    elif stakes["sink"]:
        notes.append(_WORDS["sinks"][lang].format(n=len(stakes["sink"]), all=stakes["of"]))
    return " · ".join(notes)


def _holds(view: View, lang: str) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="bold")
    table.add_column(_WORDS["hold"][lang])
    for suit in SUITS:
        table.add_column(Text(*_MARKS[suit]), justify="right")
    table.add_column(_WORDS["points"][lang], justify="right")
    table.add_column("")
    for seat in view["seats"]:
        arrow = "➤ " if seat == view["turn"] and not view["over"] else "  "
        table.add_row(
            arrow + pennant(seat),
            *_suits(view["holds"][seat]),
            f"[bold]{view['scores'][seat]}[/]",
            _diver(view, seat, lang),
        )
    return table


def _suits(hold: list[str]) -> list[Text]:
    """For each suit the top value, and a dot for every card below it."""
    cells = []
    for suit in SUITS:
        values = [int(card.split("-")[1]) for card in hold if card.startswith(suit + "-")]
        dots = "·" * min(len(values) - 1, CARDS_A_SUIT)
        cells.append(Text(f"{dots}{values[-1]}", _MARKS[suit][1]) if values else Text("-", "dim"))
    return cells


def _diver(view: View, seat: str, lang: str) -> Text:
    skill = view["divers"][seat]
    return Text("" if skill == "none" else SKILL_NAMES[skill][lang], "italic dim")
