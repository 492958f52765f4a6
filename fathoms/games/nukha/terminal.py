"""The Nukha's Cave in characters: the cave mouth, the Captain's table, what is being said, and every loot below."""

from collections import Counter

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from fathoms.engine.kinds import View
from fathoms.engine.options import Text as Words
from fathoms.games.nukha.words import ADVENTURER_NAMES, CARD_NAMES, POWERS, SHORT_NAMES

COLOURS = {"A": "orange1", "B": "sky_blue2", "C": "green3", "D": "pink1", "E": "orange_red1", "F": "dodger_blue2"}
SHAPES = {"A": "●", "B": "▲", "C": "■", "D": "◆", "E": "★", "F": "⬟"}
CARD_STYLES = {
    "egg": "violet",
    "lantern-3": "bold yellow",
    "lantern-2": "yellow",
    "grapple": "cyan",
    "pistol": "red",
    "lizard": "green",
    "purse": "dark_goldenrod",
    "nomads": "bold magenta",
}

_WORDS: dict[str, Words] = {
    "cave": {"en": "The cave", "fr": "La Grotte"},
    "cards": {"en": "{0} cards", "fr": "{0} cartes"},
    "card": {"en": "{0} card", "fr": "{0} carte"},
    "deep": {"en": "the Nomads are far", "fr": "les Nomades sont loin"},
    "near": {"en": "the Nomads may come", "fr": "les Nomades rôdent"},
    "here": {"en": "the Nomads are here", "fr": "les Nomades sont là"},
    "table": {"en": "The Captain's table", "fr": "La table du Capitaine"},
    "nobody": {"en": "no Captain yet", "fr": "pas encore de Capitaine"},
    "bottle": {"en": "under the Bottle", "fr": "sous la Bouteille"},
    "reserve": {"en": "reserve", "fr": "réserve"},
    "captain": {"en": "Captain", "fr": "Capitaine"},
    "searches": {"en": "searches", "fr": "fouille"},
    "chooses": {"en": "chooses an adventurer", "fr": "choisit son Aventurier"},
    "claims": {"en": "“Captain! {0}!”", "fr": "« Oh Capitaine ! {0} ! »"},
    "found": {"en": "found: {0}", "fr": "trouvaille : {0}"},
    "counted": {
        "en": "The Nomads have come and counted the loot: {0} goes home rich.",
        "fr": "Les Nomades sont venus et ont compté les Butins : {0} rentre riche.",
    },
    "shared": {
        "en": "The Nomads have come and counted the loot: {0} go home equally rich.",
        "fr": "Les Nomades sont venus et ont compté les Butins : {0} rentrent aussi riches.",
    },
    "quiet": {"en": "Nobody has anything to say.", "fr": "Personne n’a rien à dire."},
    "attacks": {"en": "{0} attacks {1}", "fr": "{0} attaque {1}"},
    "seat": {"en": "who", "fr": "qui"},
    "coins": {"en": "coins", "fr": "Pièces"},
    "up": {"en": "face up", "fr": "face visible"},
    "down": {"en": "face down", "fr": "face cachée"},
    "points": {"en": "points", "fr": "points"},
    "wins": {"en": "wins", "fr": "gagne"},
    "tokens": {"en": "Majorities: {0}", "fr": "Majorités : {0}"},
    "none": {"en": "nobody", "fr": "personne"},
}


def draw(view: View, lang: str) -> RenderableType:
    """The whole table, as a viewer may see it."""
    top = Table.grid(padding=(0, 1))
    top.add_row(_cave(view, lang), _captains_table(view, lang))
    parts: list[RenderableType] = [top, _scene(view, lang), _loots(view, lang)]
    if view["tokens"]:
        parts.append(_tokens(view["tokens"], lang))
    return Group(*parts, _powers(view, lang))


def _say(key: str, lang: str) -> str:
    return _WORDS[key][lang]


def _number(count: int, lang: str) -> str:
    one = count == 1 or (count == 0 and lang == "fr")
    return _say("card" if one else "cards", lang).format(count)


def _name(seat: str) -> Text:
    return Text(f"{SHAPES[seat]} {seat}", style=f"bold {COLOURS[seat]}")


# The cave and the Captain


def _cave(view: View, lang: str) -> Panel:
    """Its mouth darkens as the cards run out; an eye watches when the Nomads may be next."""
    left, ends = view["cave"], view["ends"]
    mood = "here" if not ends else "near" if ends["soonest"] == 1 else "deep"
    eye = "◉" if mood == "near" else "☀" if mood == "here" else "·"
    lines = Text("", justify="center")
    lines.append(f"▁▂▄▆█▀▀▀ {eye} ▀▀▀█▆▄▂▁\n", style="blue")
    lines.append("▒" * left + "\n", style="cyan" if mood == "deep" else "magenta")
    lines.append(f"{_number(left, lang)}, {_say(mood, lang)}")
    return Panel(lines, title=_say("cave", lang), border_style="blue", width=38)


def _captains_table(view: View, lang: str) -> Panel:
    captain, discard = view["captain"], view["discard"]
    lines = Text()
    if captain is None:
        lines.append(_say("nobody", lang), style="italic")
    else:
        lines.append_text(_name(captain))
        lines.append(f"  {view['coins'][captain]} ●", style="bold yellow")
    lines.append("\n⚱ ")
    lines.append(f"{_say('bottle', lang)}: ".replace(":", " :" if lang == "fr" else ":"))
    if discard["cards"] is None:
        lines.append("▒" * discard["count"] or "–", style="dim")
        lines.append(f" {_number(discard['count'], lang)}" if discard["count"] else "", style="dim")
    else:
        lines.append_text(_cards(discard["cards"], lang))
    lines.append(f"\n{_say('reserve', lang)} {view['reserve']} ●", style="dim")
    return Panel(lines, title=_say("table", lang), border_style="yellow", width=44)


# What is being said


def _scene(view: View, lang: str) -> Panel:
    said = Text()
    if view["over"]:
        won = view["winners"]
        said.append(_say("counted" if len(won) == 1 else "shared", lang).format(", ".join(won)), style="bold")
    elif view["claim"]:
        said.append_text(_name(view["turn"]))
        said.append("  " + _say("claims", lang).format(_capital(CARD_NAMES[view["claim"]][lang])), style="bold")
    elif view["turn"]:
        said.append_text(_name(view["turn"]))
        doing = "chooses" if view["phase"] == "draft" else "searches"
        said.append(f"  {_say(doing, lang)}…", style="dim")
    else:
        said.append(_say("quiet", lang), style="dim")
    if view["found"] and not view["over"]:
        said.append("   " + _say("found", lang).format(SHORT_NAMES[view["found"]][lang]), CARD_STYLES[view["found"]])
    if view["target"]:
        attack = _say("attacks", lang).format(view["attacker"], view["target"])
        said.append(f"\n⚔ {attack}", style="bold red")
    return Panel(said, border_style="dim", width=83)


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


# The loots


def _loots(view: View, lang: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for key in ("seat", "coins", "up", "down"):
        table.add_column(_say(key, lang), header_style="dim")
    if view["over"]:
        table.add_column(_say("points", lang), header_style="dim", justify="right")
    for seat in view["seats"]:
        table.add_row(*_row(view, seat, lang))
    return table


def _row(view: View, seat: str, lang: str) -> list[Text]:
    loot = view["loot"][seat]
    cells = [
        _who(view, seat, lang),
        Text(f"{view['coins'][seat]:2} ●", style="yellow"),
        _cards(loot["up"], lang),
        _hidden(loot, lang),
    ]
    if view["over"]:
        won = f" {_say('wins', lang)}" if seat in view["winners"] else ""
        cells.append(Text(f"{view['scores'][seat]}{won}", style="bold yellow" if won else "bold"))
    return cells


def _who(view: View, seat: str, lang: str) -> Text:
    who = _name(seat)
    adventurer = view["adventurers"][seat]
    if adventurer:
        who.append(f" {ADVENTURER_NAMES[adventurer]}", style="italic")
    if seat == view["captain"]:
        who.append(f" ⚱ {_say('captain', lang)}", style="bold")
    if seat in view["to_act"]:
        who.append(" ◀", style="bold bright_red")
    return who


def _hidden(loot: View, lang: str) -> Text:
    if loot["down"] is not None:
        return _cards(loot["down"], lang)
    text = Text("▒" * loot["hidden"], style="dim")
    return text.append(f" {loot['hidden']}") if loot["hidden"] else Text("–", style="dim")


def _cards(cards: list[str], lang: str) -> Text:
    """Cards by name, several of a kind as one."""
    if not cards:
        return Text("–", style="dim")
    names = []
    for card, count in Counter(cards).items():
        times = f" ×{count}" if count > 1 else ""
        names.append(Text(SHORT_NAMES[card][lang] + times, style=CARD_STYLES[card]))
    return Text(", ").join(names)


def _tokens(tokens: dict[str, str | None], lang: str) -> Text:
    won = [f"{SHORT_NAMES[token][lang]} {seat or _say('none', lang)}" for token, seat in tokens.items()]
    return Text("\n" + _say("tokens", lang).format(", ".join(won)), style="bold")


def _powers(view: View, lang: str) -> Text:
    """The adventurers at the table and what they do; nothing without adventurers."""
    lines = Text()
    for seat, adventurer in view["adventurers"].items():
        if adventurer:
            lines.append(f"\n{seat} {ADVENTURER_NAMES[adventurer]} : ".replace(" :", ":" if lang == "en" else " :"))
            lines.append(POWERS[adventurer][lang], style="dim")
    return lines
