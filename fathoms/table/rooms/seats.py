"""Who sits at a table and how it is set: what the database keeps as JSON, in types that never change in place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from fathoms.engine.kinds import Json, View
from fathoms.engine.records import Origin

PERSON, BOT, OPEN = "person", "bot", "open"
KINDS = (PERSON, BOT, OPEN)
WAIT, STAND_IN = "wait", "bot"  # for somebody who is gone, or let a bot play for them
ABSENT = (WAIT, STAND_IN)
MOST_GAMES = 50  # that a table remembers of an evening


@dataclass(frozen=True)
class TableSeat:
    """One seat: free, a bot's, or a person's, with the hashes of the secrets that open it."""

    seat: str  # its letter
    kind: str = OPEN
    name: str = ""
    level: str | None = None  # of a bot
    token: str | None = None  # a hash
    person: str | None = None  # a hash
    away: bool = False  # a bot plays for its person
    stand_in: str | None = None  # the level of that bot
    gone: bool = False  # it plays because its person is gone, and until they are back

    @classmethod
    def from_json(cls, kept: Json) -> "TableSeat":
        return cls(**_known(cls, kept))

    def to_json(self) -> Json:
        return _worth_keeping(self)

    @property
    def bot_level(self) -> str | None:
        """The level of the bot that moves for this seat now, if one does."""
        if self.kind == BOT:
            return self.level
        return (self.stand_in or "sailor") if self.away else None


@dataclass(frozen=True)
class Question:
    """What somebody asks of the others at a table, and who has answered what."""

    kind: str  # undo, rematch, end, remove, stand_in
    seat: str  # that asks
    agreed: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    version: int | None = None  # where it is about one position: which
    about: str = ""  # where it is about somebody: whose seat
    excused: tuple[str, ...] = ()  # who need not answer
    commitments: Mapping[str, str] = field(default_factory=dict)  # a rematch: for its sea, seat -> hash of its words

    @classmethod
    def from_json(cls, kept: Json) -> "Question":
        return cls(**_known(cls, kept))

    def to_json(self) -> Json:
        return _worth_keeping(self)

    def answered(self, seats: list[str], agree: bool) -> "Question":
        """As it stands once these seats have answered."""
        agreed, declined = set(self.agreed) - set(seats), set(self.declined) - set(seats)
        (agreed if agree else declined).update(seats)
        return replace(self, agreed=tuple(sorted(agreed)), declined=tuple(sorted(declined)))


@dataclass(frozen=True)
class Stirring:
    """What the seats have said of their words for the sea, and which of them are told."""

    commitments: Mapping[str, str] = field(default_factory=dict)  # seat -> the hash of its words
    words: Mapping[str, str] = field(default_factory=dict)  # seat -> its words; those the server made are there at once
    own: tuple[str, ...] = ()  # the seats whose browser or program has words of its own
    since: float = 0.0  # when nobody was missing any more
    withheld: tuple[str, ...] = ()  # the names of those who did not tell theirs, so that the sea was drawn anew

    @classmethod
    def from_json(cls, kept: Json) -> "Stirring":
        return cls(**_known(cls, kept))

    def to_json(self) -> Json:
        return _worth_keeping(self)

    def relettered(self, letters: Mapping[str, str]) -> "Stirring":
        """The same for seats that have other letters now: old letter -> new one. Seats without one are left out."""
        commitments = {letters[seat]: told for seat, told in self.commitments.items() if seat in letters}
        words = {letters[seat]: told for seat, told in self.words.items() if seat in letters}
        own = tuple(sorted(letters[seat] for seat in self.own if seat in letters))
        return replace(self, commitments=commitments, words=words, own=own)


@dataclass(frozen=True)
class LessonState:
    """How far a learner has come in a lesson, and how much of the table's game is written in advance."""

    step: int = 0
    done: int = 0  # choices made in this step
    events: int = 0  # written in advance
    edition: str = ""  # of the script
    ended: bool = False
    due: bool = False  # the lines that lead to the step are still to be played

    @classmethod
    def from_json(cls, kept: Json) -> "LessonState":
        return cls(**_known(cls, kept))

    def to_json(self) -> Json:
        return dict(vars(self))


@dataclass(frozen=True)
class GameResult:
    """How a game ended: kept with its table, so that nobody has to play it again to know, and with its rematches."""

    table: str
    names: Mapping[str, str]  # seat -> who sat there
    scores: Mapping[str, int]
    places: Mapping[str, int]  # seat -> 1 for whoever won; equal ones share a place

    @classmethod
    def of(cls, table: str, seats: Iterable[TableSeat], view: View) -> "GameResult":
        names = {seat.seat: seat.name or seat.seat for seat in seats}
        return cls(table, names, dict(view["scores"]), places_of(view))

    @classmethod
    def from_json(cls, kept: Json) -> "GameResult":
        return cls(**_known(cls, kept))

    def to_json(self) -> Json:
        return dict(vars(self))

    @property
    def winners(self) -> list[str]:
        return [seat for seat, place in self.places.items() if place == 1]


def places_of(view: View) -> dict[str, int]:
    """The places at the end of a game, from its view: who won, then by score; those of a team have one place."""
    sides = view.get("teams") or [[seat] for seat in view["seats"]]
    ranks = [max((seat in view["winners"], view["scores"][seat]) for seat in side) for side in sides]
    placed = [1 if won else 1 + sum(other > (won, score) for other in ranks) for won, score in ranks]
    by_seat = {seat: place for side, place in zip(sides, placed, strict=True) for seat in side}
    return {seat: by_seat[seat] for seat in view["seats"]}


@dataclass(frozen=True)
class TableSettings:
    """How a table is set, and what is to be remembered of its game beside its events."""

    pace: float | None = None  # seconds between two moves of bots; None: the server's
    chat: bool = True
    hints: bool | None = None  # None: only for somebody alone against bots
    move_seconds: float = 0  # 0: no clock
    bank_seconds: float = 0
    host: str | None = None  # the hash of whoever set the table
    absent: str = WAIT  # what happens when somebody is gone
    shared: bool = False  # one person may take several seats: a screen that is passed round
    removed: tuple[str, ...] = ()  # the hashes of people who may not sit down or speak here any more
    evening: tuple[GameResult, ...] = ()  # of the games that this one is a rematch of, in their order
    # Of one game:
    question: Question | None = None
    undone: int = 0  # moves taken back, so that other processes notice
    taken_back: tuple[str, ...] = ()  # after which event and whose move, as "12 A"
    undo_refused: int = -1  # the version at which somebody refused to have a move taken back
    hinted: Mapping[str, int] = field(default_factory=dict)  # seat -> hints taken
    hinted_at: Mapping[str, str] = field(default_factory=dict)  # seat -> what it knew when it took the last
    by_clock: tuple[int, ...] = ()  # the events that were a bot's moves for somebody whose time was up
    resumed: tuple[float, ...] = ()  # when the clocks began to run anew
    nudged: Mapping[str, float] = field(default_factory=dict)  # seat -> when it was last nudged
    ended: str = ""  # a game that is closed before its end: by the host, or by all
    lesson: LessonState | None = None
    stirring: Stirring | None = None  # None: a lesson, or a game begun before seats committed to words
    origin: Origin | None = None  # another game that this one goes on from
    result: GameResult | None = None  # of a game that is over

    @classmethod
    def from_json(cls, kept: Json) -> "TableSettings":
        known = _known(cls, kept)
        asked, taught = kept.get("question") or _asked_before(kept), kept.get("lesson")
        known["origin"] = Origin(**kept["origin"]) if kept.get("origin") else None
        known["question"] = Question.from_json(asked) if asked else None
        known["lesson"] = LessonState.from_json(taught) if taught else None
        known["stirring"] = Stirring.from_json(kept["stirring"]) if kept.get("stirring") else None
        known["result"] = GameResult.from_json(kept["result"]) if kept.get("result") else None
        known["evening"] = tuple(map(GameResult.from_json, kept.get("evening", ())))
        return cls(**known)

    def to_json(self) -> Json:
        parts = {"question": self.question, "lesson": self.lesson, "result": self.result, "stirring": self.stirring}
        told = {name: part.to_json() for name, part in parts.items() if part}
        evening = {"evening": [one.to_json() for one in self.evening]} if self.evening else {}
        origin = {"origin": dict(vars(self.origin))} if self.origin else {}
        return {**_worth_keeping(self), **told, **evening, **origin}

    @property
    def has_clock(self) -> bool:
        return bool(self.move_seconds or self.bank_seconds)

    @property
    def is_from_a_file(self) -> bool:
        """Whether the whole game was played elsewhere: nobody sits here."""
        return self.origin is not None and not self.origin.table

    @property
    def given(self) -> int:
        """How many of the first events this table's sea has not decided: a lesson's, or those of another game."""
        return self.lesson.events if self.lesson else self.origin.events if self.origin else 0

    def for_the_next_game(self) -> "TableSettings":
        """What a rematch takes over."""
        return replace(
            self,
            lesson=None,
            stirring=None,
            origin=None,
            question=None,
            undone=0,
            taken_back=(),
            undo_refused=-1,
            hinted={},
            hinted_at={},
            by_clock=(),
            resumed=(),
            nudged={},
            ended="",
            result=None,
            evening=self.games()[-MOST_GAMES:],
        )

    def games(self) -> tuple[GameResult, ...]:
        """All games of this evening that are over, this one last; one that goes on from another counts for nothing."""
        return (*self.evening, self.result) if self.result and not self.origin else self.evening


def _asked_before(kept: Json) -> Json | None:
    """The question of a table that was kept when each kind of question had a place of its own."""
    return next(({"kind": kind, **kept[kind]} for kind in ("rematch", "undo") if kept.get(kind)), None)


def _known(kind: type[Any], kept: Json) -> Json:
    """The fields of a dataclass among what was kept, with lists as tuples."""
    names = {one.name for one in fields(kind)}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items() if name in names}


def _worth_keeping(one: Any) -> Json:
    """The fields that are not as they are anyway."""
    usual = {field.name: field.default for field in fields(one)}
    return {name: value for name, value in vars(one).items() if value != usual[name] and value != {}}
