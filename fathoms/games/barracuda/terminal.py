"""Barracuda in characters: the sea bed with its wrecks, and the players' boats below it."""

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from fathoms.engine.kinds import View
from fathoms.engine.options import Text as Words
from fathoms.engine.seats import SEAT_MARKS
from fathoms.games.barracuda.words import action_name

View = View

FISH = "><(((°>"
COIN = "¤"

_WORDS: dict[str, Words] = {
    "turn": {"en": "Turn {0}", "fr": "Tour {0}"},
    "player": {"en": "diver", "fr": "pion"},
    "where": {"en": "at", "fr": "où"},
    "bag": {"en": "bag", "fr": "sac"},
    "chest": {"en": "chest", "fr": "coffre"},
    "played": {"en": "in front", "fr": "devant soi"},
    "hand": {"en": "hand", "fr": "en main"},
    "card": {"en": "card", "fr": "carte"},
    "off": {"en": "boat", "fr": "bateau"},
    "lies": {"en": "lying", "fr": "couché"},
    "extra": {"en": "extra", "fr": "suppl."},
    "legend": {
        "en": "★ Unique   ○ Common   ¤ coins lying there   (A) lying   ≈ Barracuda card",
        "fr": "★ Unique   ○ Commune   ¤ or abandonné   (A) couché   ≈ carte Barracuda",
    },
    "unlaid": {"en": "The wrecks are not laid out yet.", "fr": "Les Épaves ne sont pas encore disposées."},
}

_PHASES: dict[str, Words] = {
    "over": {"en": "the game is over, the gold is {won}'s", "fr": "la partie est finie, l’or est à {won}"},
    "layout": {"en": "the sea lays out the wrecks", "fr": "la mer dispose les Épaves"},
    "choose": {"en": "choose a card, face down", "fr": "chacun choisit une carte, face cachée"},
    "roll": {"en": "the dice for the Barracuda", "fr": "les dés pour le Barracuda"},
    "steer": {
        "en": "{who} controls the Barracuda, up to {distance}",
        "fr": "{who} contrôle le Barracuda, {distance} au plus",
    },
    "stray": {"en": "wreck 6 sends the Barracuda away", "fr": "l’Épave 6 renvoie le Barracuda"},
    "act": {"en": "wreck {wreck}: {who} has the initiative", "fr": "Épave {wreck} : l’initiative est à {who}"},
    "bait": {"en": "wreck {wreck}, bait: {who} chooses", "fr": "Épave {wreck}, appât : {who} choisit"},
    "recover or meddle": {
        "en": "wreck {wreck}: {who} recovers or meddles",
        "fr": "Épave {wreck} : {who} récupère ou fouille",
    },
    "pick": {"en": "cards are picked from {of}'s hand", "fr": "on fouille la main de {of}"},
    "discard": {"en": "{who} lays down a card of {of}", "fr": "{who} place une carte de {of}"},
}


def draw(view: View, lang: str) -> RenderableType:
    """The whole table, as a viewer may see it."""
    bed = _sea_bed(view, lang) if view["layout"] else Text(_say("unlaid", lang), style="italic")
    return Group(_headline(view, lang), bed, Text(_say("legend", lang), style="dim"), "", _boats(view, lang))


def _say(key: str, lang: str) -> str:
    return _WORDS[key][lang]


def _headline(view: View, lang: str) -> Text:
    meddling = view["meddling"] or {"of": ""}
    happening = _PHASES[view["phase"]][lang].format(
        who=", ".join(view["to_act"]),
        distance=view["distance"],
        wreck=view["resolving"],
        of=meddling["of"],
        won=", ".join(view["winners"]),
    )
    teams = " / ".join(" + ".join(team) for team in view["teams"] or [])
    parts = [_say("turn", lang).format(view["turn"]), teams, happening]
    return Text(" · ".join(filter(None, parts)), style="bold")


# The sea bed


def _sea_bed(view: View, lang: str) -> Table:
    rows = view["layout"].split("/")
    width = 20 if len(rows[0]) <= 4 else 14  # a longer row still fits a terminal of 84 characters
    wrecks = {str(wreck["number"]): wreck for wreck in view["wrecks"]}
    bed = Table.grid()
    for row in rows:
        bed.add_row(*(_wreck(view, wrecks[mark], width, lang) if mark != "." else " " * width for mark in row))
    return bed


def _wreck(view: View, wreck: View, width: int, lang: str) -> Panel:
    number = wreck["number"]
    beast = view["barracuda"] == number
    lines = [Text(f"★ {action_name(wreck['unique'], lang)}")]
    if number != view["lair"]:
        lines.append(Text(f"○ {action_name(wreck['common'], lang)}"))
    lines.append(Text(f"{COIN} " * wreck["coins"], style="bold yellow"))
    lines.append(_company(view, number))
    title = f"{number} {_say('extra', lang)}" if wreck["card"] == "extra" else str(number)
    here = "bold bright_white" if view["resolving"] == number else "cyan"
    return Panel(
        Group(*lines),
        title=title,
        title_align="left",
        subtitle=Text(FISH, style="bold red") if beast else None,
        border_style="red" if beast else here,
        width=width,
        height=6 if width == 20 else 8,
        padding=0,
    )


def _company(view: View, number: int) -> Text:
    """The divers at a wreck; those who lie between brackets."""
    company = Text()
    for seat, diver in view["divers"].items():
        if diver["wreck"] == number:
            mark, colour = SEAT_MARKS[seat]
            company.append(f"{mark}{seat} " if diver["standing"] else f"({mark}{seat}) ", style=f"bold {colour}")
    return company


# The boats


def _boats(view: View, lang: str) -> Table:
    boats = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for key in ("player", "where", "bag", "chest", "played", "hand", "card"):
        boats.add_column(_say(key, lang), header_style="dim")
    for seat in view["seats"]:
        boats.add_row(*_boat(view, seat, lang))
    return boats


def _boat(view: View, seat: str, lang: str) -> list[Text]:
    mark, colour = SEAT_MARKS[seat]
    chest, goal = view["chests"][seat], view["goal"]
    full = "■" * min(chest, goal) + "□" * max(0, goal - chest)
    return [
        Text(f"{mark} {seat}", style=f"bold {colour}"),
        _place(view["divers"][seat], lang),
        Text(f"{view['bags'][seat]} {COIN}", style="yellow"),
        Text(f"{full} {chest}", style="bold yellow" if seat in view["winners"] else "yellow"),
        Text(" ".join(view["played"][seat]) or "–"),
        Text(" ".join(_card(card) for card in view["hands"][seat]), style="dim"),
        Text(_chosen(view, seat), style="bold"),
    ]


def _place(diver: View, lang: str) -> Text:
    place = _say("off", lang) if diver["wreck"] is None else str(diver["wreck"])
    return Text(place if diver["standing"] else f"{place}, {_say('lies', lang)}")


def _card(card: str) -> str:
    return "≈" if card == "barracuda" else card


def _chosen(view: View, seat: str) -> str:
    """The chosen card, a covered one, or the cards of a meddling at its victim's."""
    meddling = view["meddling"]
    if meddling and meddling["of"] == seat:
        return " ".join(_card(card) for card in meddling["picked"])
    card = view["chosen"][seat]
    return "" if card is None else "▒" if card == "?" else _card(card)
