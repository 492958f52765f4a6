"""The form that sets a table: its fields, what somebody chose in it, and what is wrong with that, field by field."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fathoms.bots.levels import LEVELS
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.engine.kinds import Json
from fathoms.engine.match import Match
from fathoms.engine.options import Choice, Flag, Option, PerSeat, Seat
from fathoms.engine.parts.aid import aid_entries
from fathoms.table.rooms.lobby import teams_of
from fathoms.table.rooms.seats import ABSENT, BOT, OPEN, PERSON, WAIT
from fathoms.table.web.i18n import speaker, translated

OWN, EACH = "own", "each"  # in a form: a value one writes oneself, and one for each seat
BY_LINK, HERE = "link", "here"  # where friends play: each on a device of their own, or all on this one
IN_SIGHT = frozenset({"name", "friends", "where", "bots", "level", "clock"})  # the fields that are never folded away
CLOCKS = ("move_seconds", "bank_seconds")
LONGEST_CLOCK = 24 * 3600  # seconds
PACES = {"none": (0, 0), "quick": (30, 120), "calm": (120, 600), "day": (LONGEST_CLOCK, 0)}  # seconds as in CLOCKS
Filled = dict[str, str]  # as a browser sends it


@dataclass(frozen=True)
class Fault:
    """What is wrong with a field, in the page's language; `detail` is in English."""

    text: str
    detail: str = ""


@dataclass
class Wanted:
    """The table somebody asked for, as far as it can be, and what cannot: field -> fault."""

    options: Json = field(default_factory=dict)
    seats: list[Json] = field(default_factory=list)
    settings: Json = field(default_factory=dict)
    faults: dict[str, Fault] = field(default_factory=dict)


# What the form shows


def form_field(option: Option, lang: str, game: Game) -> Json:
    """An option as a form field."""
    values: list[Any] = list(option.names)
    each: list[Any] = []
    if isinstance(option, Choice):
        values = list(option.values)
    elif isinstance(option, Seat):
        values = ["none", *SEATS[: game.options.players[-1]]]
    elif isinstance(option, PerSeat):
        values, each = list(option.words), list(option.each)
    kind = "flag" if isinstance(option, Flag) else "several" if option.several else "choice" if values else "text"
    return {
        "name": option.name,
        "title": option.title.get(lang, option.name),
        "help": option.help[lang],
        "default": option.default,
        "kind": kind,
        "values": [(value, option.called(value, lang)) for value in values],
        "own": option.own.get(lang, ""),
        "each": [(value, option.called(value, lang)) for value in each],
        "about": explained(option, [*values, *each], game, lang),
        "later": option.later,
        "usual": _usual(lang) if isinstance(option, Seat) else "",
    }


def _usual(lang: str) -> str:
    """What happens where nobody chooses who begins."""
    return speaker(lang)("You against bots alone; else the sea decides")


def is_folded(faults: Mapping[str, Fault], given: Filled) -> bool:
    """Whether the fold of a form may be closed: nothing is wrong in it, and seats are not chosen one by one."""
    return not set(faults) - IN_SIGHT - set(CLOCKS) and EACH not in given


def explained(option: Option, values: list[Any], game: Game, lang: str) -> list[tuple[str, str]]:
    """What the values of an option do, a line each, as the game's aid has it."""
    kind = option.explained_by
    lines = {one.id.removeprefix(f"{kind}-"): one.text[lang] for one in aid_entries(game) if one.kind == kind}
    return [(option.called(value, lang), lines[str(value)]) for value in dict.fromkeys(values) if str(value) in lines]


def blank_form(game: Game, name: str) -> Filled:
    """The form before anybody has touched it."""
    seats = SEATS[: game.options.players[-1]]
    players = game.options.default_players
    form = {"name": name, "friends": str(players - 1), "where": BY_LINK, "bots": "0", "level": "sailor"}
    form |= {"players": str(players)}
    form |= {"chat": "on", "clock": "none"} | {clock: "0" for clock in CLOCKS}
    form |= {f"seat_{letter}": "open" for letter in seats[1:]}
    for option in game.options.options:
        form |= _untouched(option, seats)
    return form


def _untouched(option: Option, seats: str) -> Filled:
    """What the form says of an option at first: its default."""
    name, default = option.name, option.default
    if isinstance(option, Flag):
        return {name: "on"} if default else {}
    if option.several:
        return {f"{name}_{value}": "on" for value in default}
    if isinstance(option, PerSeat):
        distinct = option.each[0] != "none"
        each = {f"{name}_{letter}": option.each[n * distinct] for n, letter in enumerate(seats[: len(option.each)])}
        return {name: str(default), **each}
    if isinstance(option, Seat):
        return {} if default is None else {name: str(default)}
    named = isinstance(option, Choice) or option.names
    return {name: "none" if default is None else str(default)} if named else {}


# What somebody chose


def read_form(game: Game, form: Filled, name: str, lang: str) -> Wanted:
    """The table that a form asks for, with all that is wrong in it at once."""
    wanted = Wanted()
    counted = "friends" in form and EACH not in form  # or every seat is chosen by itself
    players = (_read_company if counted else _read_players)(game, form, wanted, lang)
    _read_options(game, form, players, wanted, lang)
    wanted.seats.insert(0, {"kind": "person", "name": name})
    for letter in SEATS[1:players] if not counted else "":
        _read_seat(letter, form, wanted, lang)
    _read_pace(form, wanted, lang)
    hints = {"yes": True, "no": False}.get(form.get("hints", ""))
    here = [seat for seat in wanted.seats[1:] if seat["kind"] == PERSON]
    wanted.settings.update(chat="chat" in form, hints=hints, shared=bool(here))
    _read_absent(form, wanted, lang)
    if not wanted.faults:
        _seat_partner(game, form, wanted, lang)
        wanted.options |= host_begins(game, wanted.options, wanted.seats)
    return wanted


def host_begins(game: Game, options: Json, seats: list[Json]) -> Json:
    """The options by which seat A begins: where it plays with bots alone, and nobody was chosen to begin."""
    alone = all(seat["kind"] == BOT for seat in seats[1:])
    unset = [one.name for one in game.options.options if isinstance(one, Seat) and one.name not in options]
    return dict.fromkeys(unset, SEATS[0]) if alone else {}


def _seat_partner(game: Game, form: Filled, wanted: Wanted, lang: str) -> None:
    """In a game of teams, put whoever is to play with the host into the seat beside them: the first friend, if nobody
    else is named.
    """
    teams = teams_of(Match(game, interpreted=True, **wanted.options))
    beside = [SEATS.index(seat) for team in teams if SEATS[0] in team for seat in team if seat != SEATS[0]]
    if not beside:
        return
    others, chosen = range(1, len(wanted.seats)), form.get("partner", "")
    if chosen not in ("", *(SEATS[n] for n in others)):
        wanted.faults["partner"] = _fault(", ".join(SEATS[n] for n in others), lang)
        return
    friends = [n for n in others if wanted.seats[n]["kind"] != BOT]
    partner = SEATS.index(chosen) if chosen else [*friends, beside[0]][0]
    seats = wanted.seats
    seats[partner], seats[beside[0]] = seats[beside[0]], seats[partner]


def _read_players(game: Game, form: Filled, wanted: Wanted, lang: str) -> int:
    allowed = game.options.players
    try:
        players: int = game.options.read(players=form.get("players", game.options.default_players))["players"]
    except OptionError:
        text = speaker(lang)("{first} to {last}").format(first=allowed[0], last=allowed[-1])
        wanted.faults["players"] = _fault(text, lang)
        return game.options.default_players
    wanted.options["players"] = players
    return players


def _read_company(game: Game, form: Filled, wanted: Wanted, lang: str) -> int:
    """So many friends, who come by the link or are here, and so many bots of one level; how many players that makes."""
    allowed, _ = game.options.players, speaker(lang)
    friends, bots = form["friends"], form.get("bots", "0")
    numbers = all(re.fullmatch("[0-9]", one) for one in (friends, bots))
    players = 1 + int(friends) + int(bots) if numbers else 0
    if players not in allowed:
        text = _("{first} to {last} players with you").format(first=allowed[0], last=allowed[-1])
        wanted.faults["friends"] = _fault(text, lang)
        return game.options.default_players
    if int(bots) and form.get("level", "sailor") not in LEVELS:
        wanted.faults["level"] = _fault(", ".join(map(_, LEVELS)), lang)
    wanted.options["players"] = players
    if form.get("where", BY_LINK) not in (BY_LINK, HERE):
        wanted.faults["where"] = _fault(f"{_('by a link, on their own device')}, {_('here, on this device')}", lang)
    bot = {"kind": BOT, "level": form.get("level", "sailor")}
    kind = PERSON if form.get("where") == HERE else OPEN
    coming = SEATS[1 : 1 + int(friends)]
    wanted.seats += [{"kind": kind, "name": form.get(f"name_{letter}", "")} for letter in coming] + [bot] * int(bots)
    return players


def _read_options(game: Game, form: Filled, players: int, wanted: Wanted, lang: str) -> None:
    for option in game.options.options:
        value = _chosen(option, form, SEATS[:players])
        if value is None:
            continue
        wanted.options[option.name] = value
        try:
            option.read(value, players)
        except OptionError as error:
            wanted.faults[option.name] = _fault_of_option(option, value, players, error, lang)
    if not wanted.faults:
        _check_together(game, wanted, lang)


def _check_together(game: Game, wanted: Wanted, lang: str) -> None:
    """Options that do not go together; what is said of them begins with the name of one."""
    try:
        game.options.read(**wanted.options)
    except OptionError as error:
        name = re.match(r"\w*", str(error))
        wanted.faults[name[0] if name else ""] = Fault(translated(str(error), lang))


def _fault_of_option(option: Option, value: Any, players: int, error: OptionError, lang: str) -> Fault:
    plain = str(error) == str(option.refuse(value, players))
    return _fault(option.allowed(players, lang), lang, "" if plain else str(error))


def _chosen(option: Option, form: Filled, seats: str) -> Any:
    """What a form says of an option; None where it says nothing."""
    name = option.name
    if isinstance(option, Flag):
        return name in form
    if option.several:
        return [value for value in option.names if f"{name}_{value}" in form]
    if option.own and form.get(name) == OWN:
        return form.get(f"{name}_{OWN}", "").replace("\r\n", "\n")
    if isinstance(option, PerSeat) and form.get(name) == EACH:
        return [form.get(f"{name}_{seat}", "") for seat in seats]
    return form.get(name) or None


def _read_seat(letter: str, form: Filled, wanted: Wanted, lang: str) -> None:
    """A seat of the form: a bot's level, open, or somebody else before the same screen."""
    chosen, _ = form.get(f"seat_{letter}", "open"), speaker(lang)
    if chosen in LEVELS:
        wanted.seats.append({"kind": BOT, "level": chosen})
    elif chosen in (OPEN, HERE):
        kind = {OPEN: OPEN, HERE: PERSON}[chosen]
        wanted.seats.append({"kind": kind, "name": form.get(f"name_{letter}", "")})
    else:
        known = [*map(_, LEVELS), _("Open to whoever has the link"), _("Here, at this screen")]
        wanted.faults[f"seat_{letter}"] = _fault(", ".join(known), lang)


def _read_absent(form: Filled, wanted: Wanted, lang: str) -> None:
    """What happens when somebody is gone."""
    chosen, _ = form.get("absent") or WAIT, speaker(lang)
    wanted.settings["absent"] = chosen
    if chosen not in ABSENT:
        wanted.faults["absent"] = _fault(f"{_('the table waits')}, {_('a bot stands in')}", lang)


def _read_pace(form: Filled, wanted: Wanted, lang: str) -> None:
    """The clock of a table: one that has a name, or seconds of one's own."""
    chosen, _ = form.get("clock", OWN), speaker(lang)
    if chosen in PACES:
        wanted.settings.update(zip(CLOCKS, PACES[chosen], strict=True))
        return
    if chosen != OWN:
        known = [_("No clock"), _("Quick"), _("Calm"), _("A day per move"), _("My own")]
        wanted.faults["clock"] = _fault(", ".join(known), lang)
    for clock in CLOCKS:
        _read_clock(clock, form, wanted, lang)


def _read_clock(clock: str, form: Filled, wanted: Wanted, lang: str) -> None:
    """Seconds of a clock; 0 is no clock."""
    typed = form.get(clock) or "0"
    if re.fullmatch("[0-9]{1,5}", typed) and int(typed) <= LONGEST_CLOCK:
        wanted.settings[clock] = int(typed)
    else:
        wanted.faults[clock] = _fault(speaker(lang)("0 (no clock) to {}").format(LONGEST_CLOCK), lang)


def _fault(allowed: str, lang: str, detail: str = "") -> Fault:
    return Fault(speaker(lang)("Not possible; allowed: {}").format(allowed), detail)
