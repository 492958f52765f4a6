"""Match: one game being played. Everything above the engine uses this, and nothing below it."""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from fathoms.engine.dialect import EVERYONE, SEA, SEATS, SPECTATOR
from fathoms.engine.errors import BadRecord, IllegalMove, OptionError, shorten
from fathoms.engine.game import Game, find_game, installed_game
from fathoms.engine.kinds import View as View  # what a match tells
from fathoms.engine.options import in_every_language
from fathoms.engine.position import Position, interpreted_by_default
from fathoms.engine.records import Origin, Record, Tide, read_record, state_hash
from fathoms.engine.sea import Proof, Sea, shorter_frontier

Foreseen = tuple[str, View, View]  # an event line, and what a seat sees before and after it

RECENT = 16  # events a moment remembers: a turn of any game


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of the log: who may read it whole, and a hash of the position after it."""

    line: str
    audience: int
    hash: str


class Moment:
    """A match after its last event, as every viewer may see it; nothing is worked out before somebody looks."""

    def __init__(self, position: Position, players: int, entries: list[Entry], unveiled: int = 0) -> None:
        self._position, self._players = position, players  # a match never changes a position it has been in
        self._entries, self._count = entries, len(entries)  # a match adds to them, and changes none in its place
        self._unveiled = unveiled  # how often lines told before had become readable
        self._views: dict[str | None, View] = {}
        self._ahead: dict[str, dict[str, list[Foreseen]]] = {}
        self._redacted: dict[int, Position] = {}

    @property
    def position(self) -> Position:
        """The whole position, secrets included: to be told apart from others by, never to be shown or changed."""
        return self._position

    def is_of(self, position: Position) -> bool:
        return self._position is position

    def view(self, seat: str | None = None) -> View:
        """As `Match.view`; worked out once for each viewer, so it is to be read and not changed."""
        if seat not in self._views:
            self._views[seat] = self._redacted_for(_viewer(seat)).told(_viewer(seat), self._players)
        return self._views[seat]

    def _redacted_for(self, viewer: int) -> Position:
        """What a viewer may know, to be read and not changed."""
        if viewer not in self._redacted:
            self._redacted[viewer] = self._position.redacted(viewer)
        return self._redacted[viewer]

    def ahead(self, seat: str) -> dict[str, list[Foreseen]]:
        """What a seat can be sure follows each of its choices, event by event, from all that it knows and no more."""
        if seat not in self._ahead:
            self._ahead[seat] = self._look_ahead(seat)
        return self._ahead[seat]

    def _look_ahead(self, seat: str) -> dict[str, list[Foreseen]]:
        game, number, view = self._position.game, SEATS.index(seat), self.view(seat)
        words = game.part("words")
        is_open, with_sea = getattr(words, "is_open", None), getattr(words, "FATES_ARE_OPEN", True)
        if is_open is None or not view["choices"]:
            return {}
        told = self._redacted_for(number)
        codes = [game.action_codes[choice] for choice in view["choices"] if is_open(view, choice)]
        steps = {game.action_text(code): told.foreseen(number, code, with_sea) for code in codes}
        return {choice: self._follow(followed, view, number) for choice, followed in steps.items()}

    def _follow(self, steps: list[tuple[int, int, Position]], view: View, seat: int) -> list[Foreseen]:
        followed: list[Foreseen] = []
        for who, event, after in steps:
            before, view = view, after.view(seat, self._players)
            followed.append((f"{_name(who)} {after.game.text(who, event)}", before, view))
        return followed

    def recent(self, seat: str | None = None) -> list[str]:
        """The last events, as a viewer may read them."""
        return self._told(seat, self._count - RECENT)

    def retold(self, earlier: "Moment", seat: str | None = None) -> dict[int, str]:
        """The lines up to an earlier moment that a viewer may now read otherwise, by number: unveiled since."""
        if self._unveiled == earlier._unveiled and not self._is_over():
            return {}
        pairs = zip(earlier._told(seat), self._told(seat), strict=False)
        return {number: now for number, (was, now) in enumerate(pairs, 1) if now != was}

    def _told(self, seat: str | None, first: int = 0) -> list[str]:
        return _told(self._entries[max(0, first) : self._count], _viewer(seat), self._is_over())

    @cached_property
    def actors(self) -> list[int]:
        """As `Position.actors`; asked for again and again by all who look on."""
        return self._position.actors()

    def _is_over(self) -> bool:
        return not self.actors

    def has_secrets(self) -> bool:
        """Whether anybody knows something here that another does not."""
        viewers = (*range(self._players), SPECTATOR)
        return len({self._redacted_for(viewer).bytes() for viewer in viewers}) > 1


class Match:
    """A game from its options on: its position, its log and what the sea has committed to."""

    def __init__(self, game: str | Game, /, *, interpreted: bool | None = None, **options: object) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.options = self.game.options.read(**options)
        by_hand = interpreted_by_default() if interpreted is None else interpreted
        self._position = Position.start(self.game, self.game.options.encode(self.options), by_hand)
        self._entries: list[Entry] = []
        self._tides: list[Tide] = []
        self._seas: list[Sea | None] = []  # what the tides come from; None for those of a loaded record
        self._origin: Sea | None = None  # the sea this match drifts with; its present tide is the last of the seas
        self._open_fates: set[int] = set()  # the sea events whose proof tells nothing secret
        self._unveiled = 0  # how often an event has made earlier lines readable
        self._moment: Moment | None = None
        self.origin: Origin | None = None  # the game that this one goes on from, if it does

    # Who and what

    @property
    def players(self) -> int:
        return int(self.options["players"])

    @property
    def seats(self) -> list[str]:
        return list(SEATS[: self.players])

    @property
    def to_act(self) -> list[str]:
        return [_name(who) for who in self.moment.actors]

    @property
    def over(self) -> bool:
        return not self.moment.actors

    @property
    def scores(self) -> dict[str, int]:
        return dict(zip(self.seats, self._position.scores(self.players), strict=True))

    @property
    def winners(self) -> list[str]:
        mask = self._position.winners()
        return [seat for i, seat in enumerate(self.seats) if mask >> i & 1]

    @property
    def position(self) -> Position:
        """A copy of the whole position, secrets included: for search and measurement, never to be shown."""
        return self._position.copy()

    def choices(self, seat: str) -> list[str]:
        """What a seat may do now, in notation without the seat; empty if it owes no decision."""
        return [self.game.action_text(code) for code in self._position.choices(self._seat(seat))]

    def fates(self) -> dict[str, Fraction]:
        """What the sea may do now, with exact probabilities; empty if it is not the sea's turn."""
        if self._position.actors() != [SEA]:
            return {}
        weighted = self._position.fates()
        total = sum(weight for _, weight in weighted)
        return {self.game.fate_text(code): Fraction(weight, total) for code, weight in weighted}

    # Playing

    def play(self, line: str) -> None:
        """One event: `A surface`, `sea draw anchor-5`. IllegalMove says why not, and nothing has changed then."""
        who, code = self._read(line)
        self._check(who, code, line)
        self._happen(who, code)

    def drift(self, sea: Sea, after_each: Callable[["Match"], None] = lambda match: None) -> None:
        """Let the sea act until a player must decide or the game is over."""
        while self._position.actors() == [SEA]:
            self._happen(SEA, self._ask(sea))
            after_each(self)

    def follow(self, sea: Sea, line: str) -> None:
        """Play a sea event again that this sea has decided before: how a stored game comes back with its sea."""
        if self._position.actors() != [SEA]:
            raise BadRecord(f"event {len(self._entries) + 1}: {line!r} stands where the sea has nothing to decide")
        code = self._ask(sea)
        if line != f"sea {self.game.fate_text(code)}":
            raise BadRecord(f"event {len(self._entries) + 1}: {line!r} is not what the sea decided")
        self._happen(SEA, code)

    def _ask(self, sea: Sea) -> int:
        """The sea's next fate, with a note of the secret it used."""
        weighted = self._position.fates()
        tide = self._tide_of(sea)
        index, leaf = tide.draw([weight for _, weight in weighted])
        self._note_fate(tide.secret(leaf), weighted)
        return weighted[index][0]

    def _tide_of(self, sea: Sea) -> Sea:
        """What decides now: `sea`, or the tide that follows when its secrets are used up."""
        if self._origin is not sea:
            if sea.used:
                raise ValueError("this sea has already decided events of another match; begin with a new Sea()")
            self._origin = self._commit(sea)
        self._close_tide()
        present = self._seas[-1] or sea
        return self._commit(present.next_tide()) if present.spent else present

    def _commit(self, sea: Sea) -> Sea:
        self._close_tide()
        self._seas.append(sea)
        tide = Tide(sea.root, sea.leaves, dict(sea.entropy))
        tide.commitments, tide.by_server = dict(sea.commitments), list(sea.by_server)
        self._tides.append(tide)
        return sea

    def _close_tide(self) -> None:
        """Make the present tide ready to be kept: without a fate that an interrupt left unplayed, its rest hashed."""
        if not self._seas or self._seas[-1] is None:
            return
        tide, sea = self._tides[-1], self._seas[-1]
        while tide.events and tide.events[-1] > len(self._entries):
            tide.events.pop()
            tide.secrets.pop()
        sea.used = len(tide.secrets)
        tide.frontier = sea.frontier(sea.used)

    def _note_fate(self, secret: str, weighted: list[tuple[int, int]]) -> None:
        number = len(self._entries) + 1
        self._tides[-1].events.append(number)
        self._tides[-1].secrets.append(secret)
        told = self._position.redacted(SPECTATOR).fates() if len(weighted) > 1 else weighted
        if told == weighted:  # otherwise the secret would tell which fates were possible
            self._open_fates.add(number)

    def _happen(self, who: int, code: int) -> None:
        unveils = self._position.unveils(who, code)
        audience = self._position.audience(who, code)
        after = self._position.copy()
        after.happen(who, code)
        line = f"{_name(who)} {self.game.text(who, code)}"
        # An interrupt between these two leaves a log that still replays.
        self._entries.append(Entry(line, audience, state_hash(after.bytes())))
        self._position = after
        if unveils:
            self._unveiled += 1
            self._entries = [
                entry if entry.line.startswith("sea ") else replace(entry, audience=EVERYONE) for entry in self._entries
            ]

    def _seat(self, name: str) -> int:
        if name not in self.seats:
            raise IllegalMove(f"unknown seat {name!r}; allowed: {', '.join(self.seats)}")
        return SEATS.index(name)

    def _read(self, line: str) -> tuple[int, int]:
        name, _, text = line.partition(" ")
        if name not in (*self.seats, "sea"):
            raise IllegalMove(f"{line!r} begins with nobody at this table; allowed: {', '.join(self.seats)}, sea")
        who = SEA if name == "sea" else SEATS.index(name)
        code = self.game.code(who, text)
        if code is None:
            raise IllegalMove(f"{text!r} is not an event of {self.game.name}; possible now: {self._possible(who)}")
        return who, code

    def _check(self, who: int, code: int, line: str) -> None:
        actors = self._position.actors()
        if who == SEA:
            if actors != [SEA] or code not in [fate for fate, _ in self._position.fates()]:
                raise IllegalMove(f"{line!r} cannot happen now; possible: {self._possible(who)}")
            return
        if who in actors and code in self._position.choices(who):
            return
        number = self._position.why_not(who, code)
        reason, rule = in_every_language(self.game.reasons[number]), self.game.rule_id(number)
        text = f"{line!r} is not allowed: {reason['en']} ({rule}); possible now: {self._possible(who)}"
        raise IllegalMove(text, rule, reason)

    def _possible(self, asker: int) -> str:
        """What can happen now, as far as whoever asked may know: one's own choices, and fates that are no secret."""
        actors = self._position.actors()
        if not actors:
            return "nothing, the game is over"
        if actors == [SEA]:
            told = self._position.redacted(SPECTATOR).fates()
            return shorten(f"sea {self.game.fate_text(code)}" for code, _ in told) if told else "the sea's own event"
        if asker not in actors:
            return f"a choice by {', '.join(_name(who) for who in actors)}"
        return shorten(f"{_name(asker)} {self.game.action_text(code)}" for code in self._position.choices(asker))

    # Telling

    def view(self, seat: str | None = None) -> View:
        """All that a seat may know, JSON-ready; None is a spectator."""
        viewer = SPECTATOR if seat is None else self._seat(seat)
        return self._position.view(viewer, self.players)

    @property
    def moment(self) -> "Moment":
        """The match as it is now, to be looked at later, through anybody's eyes; the same one until the next event."""
        if self._moment is None or not self._moment.is_of(self._position):
            self._moment = Moment(self._position, self.players, self._entries, self._unveiled)
        return self._moment

    @property
    def events(self) -> int:
        """How many events there have been."""
        return len(self._entries)

    @property
    def log(self) -> list[str]:
        """Every event line, whole."""
        return [entry.line for entry in self._entries]

    def log_for(self, seat: str | None) -> list[str]:
        """The event lines as a seat (None: a spectator) may read them: `?` for what is hidden, until the end."""
        viewer = SPECTATOR if seat is None else self._seat(seat)
        return _told(self._entries, viewer, self.over)

    def proof(self, number: int) -> Proof | None:
        """The proof of sea event `number` (from 1): None while it would tell a secret, or if the line was scripted."""
        if not 1 <= number <= len(self._entries):
            return None
        public = number in self._open_fates and self._entries[number - 1].audience == EVERYONE
        for tide, sea in zip(self._tides, self._seas, strict=True):
            if sea is not None and number in tide.events and (public or self.over):
                return sea.proof(tide.events.index(number))
        return None

    # Keeping

    def to_record(self) -> Record:
        self._close_tide()
        used = [tide for tide in self._tides if tide.events]
        tides = [replace(tide, events=list(tide.events), secrets=list(tide.secrets)) for tide in used]
        result = {"scores": self.scores, "winners": self.winners} if self.over else None
        hashes = [entry.hash for entry in self._entries]
        facts = (self.game.name, self.game.version, self.options, self.log, hashes, tides, result)
        return Record(*facts, origin=self.origin)

    def save(self) -> str:
        """The whole match as text; secrets of the position included."""
        return self.to_record().to_text()

    @classmethod
    def load(
        cls, text: str, *, interpreted: bool | None = None, game: Game | None = None, at: int | None = None
    ) -> "Match":
        """A match from its save, replayed event by event; BadRecord names the event at fault.

        The game is found by its name among those installed, or is the one given here. With `at`, only its first so many
        events have happened: a position to play on from, or to save.
        """
        record, _ = read_record(text)
        last = len(record.events)
        if at is not None and not 0 <= at <= last:
            raise OptionError(
                f"event {at} is not in this record; allowed: 0 to {last}",
                f"l’événement {at} n’est pas dans cette partie ; permis : de 0 à {last}",
            )
        match = cls.begin(record, interpreted=interpreted, game=game)
        for number, line in enumerate(record.events[:at], 1):
            match.replay(record, number, line)
        cut = [_cut(tide, last if at is None else at) for tide in record.sea]
        match._tides = [tide for tide in cut if tide.events or at is None]
        match._seas, match.origin = [None] * len(match._tides), _of_start(record.origin, match.events)
        return match

    @classmethod
    def begin(cls, record: Record, *, interpreted: bool | None = None, game: Game | None = None) -> "Match":
        """A match with a record's options and none of its events yet."""
        if len(record.events) != len(record.hashes):
            fault = min(len(record.events), len(record.hashes)) + 1
            message = f"the record has {len(record.events)} events and {len(record.hashes)} hashes"
            raise BadRecord(f"event {fault}: {message}", fault)
        try:
            found = game if game is not None and game.name == record.game else installed_game(record.game)
            if not 1 <= record.rules <= found.version:
                unknown = f"version {record.rules} of the rules of {found.name}"
                raise BadRecord(f"this record was played by {unknown}; allowed here: from 1 up to {found.version}")
            options = found.options.read(**record.options)
        except OptionError as error:
            raise BadRecord(f"the record's options do not hold: {error}") from error
        return cls(found, interpreted=interpreted, **options)

    def replay(self, record: Record, number: int, line: str) -> None:
        """Play a record's event and compare the position with the record's hash of it."""
        try:
            self.play(line)
        except IllegalMove as error:
            raise BadRecord(f"event {number}: {error}", number) from error
        same_rules = record.rules == self.game.version
        if same_rules and self._entries[-1].hash != record.hashes[number - 1]:
            raise BadRecord(f"event {number}: {line!r} leads to another position than the record says", number)

    def copy(self) -> "Match":
        """An independent match in the same position; it drifts with a sea of its own."""
        twin = object.__new__(Match)
        twin.game, twin.options = self.game, dict(self.options)
        twin._position = self._position.copy()
        twin._entries, twin._tides = list(self._entries), self.to_record().sea
        twin._seas, twin._origin = [None] * len(twin._tides), None
        twin._open_fates, twin._unveiled, twin._moment = set(self._open_fates), self._unveiled, None
        twin.origin = self.origin
        return twin

    def fork(self) -> "Match":
        """This match to go on with, on the same sea, while this one stays as it is; only one of the two may go on."""
        twin = copy(self)
        twin._entries, twin._open_fates = list(self._entries), set(self._open_fates)
        twin._tides = [replace(tide, events=list(tide.events), secrets=list(tide.secrets)) for tide in self._tides]
        twin._seas = list(self._seas)
        return twin


def _cut(tide: Tide, last: int) -> Tide:
    """A tide as far as event `last`; what it had not decided by then stays hidden behind its frontier."""
    used = sum(number <= last for number in tide.events)
    if used == len(tide.events):
        return replace(tide)
    frontier = shorter_frontier(tide.secrets, tide.leaves, tide.frontier, used)
    return replace(tide, events=tide.events[:used], secrets=tide.secrets[:used], frontier=frontier)


def _of_start(origin: Origin | None, events: int) -> Origin | None:
    """An origin, of a game that is cut short after some events."""
    if origin is None or events >= origin.events:
        return origin
    return replace(origin, at=min(origin.at, events), events=events)


def has_secrets(position: Position, players: int) -> bool:
    """Whether what the seats and a spectator may know of a position differs."""
    return len({position.redacted(viewer).bytes() for viewer in (*range(players), SPECTATOR)}) > 1


def _told(entries: list[Entry], viewer: int, over: bool) -> list[str]:
    return [entry.line if over or entry.audience >> viewer & 1 else veil(entry.line) for entry in entries]


def _viewer(seat: str | None) -> int:
    return SPECTATOR if seat is None else SEATS.index(seat)


def veil(line: str) -> str:
    """An event line with its secret, always the last word, hidden."""
    return f"{line.rsplit(' ', 1)[0]} ?"


def _name(who: int) -> str:
    return "sea" if who == SEA else SEATS[who]
