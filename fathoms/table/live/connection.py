"""An open page or program, and the messages on their way to it."""

import asyncio
import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from fathoms.engine.kinds import Json
from fathoms.table.live.pieces import changed
from fathoms.table.live.presence import Seats, Signal
from fathoms.table.live.talk import Ear, Point
from fathoms.table.rooms.course import Step
from fathoms.table.rooms.draft import Rewound
from fathoms.table.rooms.room import Room

MOST_WAITING = 200  # messages a slow client may be behind before it has to come back


def _as_text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True)
class Frame:
    """A message ready to be sent: to several connections where they see the same."""

    text: str
    version: int | None = None  # the event it tells of
    rewinds: bool = False  # goes back before what was sent
    restates: bool = False  # tells the table as it is at that event, once more
    html: str = ""  # the drawn table that comes last in the text

    @classmethod
    def of(cls, message: Json, rewinds: bool = False) -> "Frame":
        html = message.get("html", "")
        rest = {key: value for key, value in message.items() if key != "html"}
        text = _as_text({**rest, "html": html} if html else rest)
        return cls(text, message.get("version"), rewinds, message.get("kind") == "state", html)

    def after(self, before: str) -> str:
        """The text for a page that has this drawing: only what is new of the table, where that is less."""
        if not before or not self.html:
            return self.text
        whole, pieces = f'"html":{_as_text(self.html)}}}', f'"pieces":{_as_text(changed(before, self.html))}}}'
        return self.text if len(pieces) >= len(whole) else self.text.removesuffix(whole) + pieces

    def is_news(self, sent: int) -> bool:
        """Whether it is for somebody who was told all up to the event `sent`."""
        return self.rewinds or self.version is None or self.version > sent or (self.restates and self.version == sent)


@dataclass(eq=False)
class Connection:
    """One open page or program: what it may see, and the messages it still has to get."""

    eyes: Hashable  # whoever looks with the same eyes is told the same
    make: Callable[[Room, Step], Json]  # a step -> the message for this connection
    rewind: Callable[[Room, Rewound], Json]  # that the table went back
    restate: Callable[[Room], Json] | None = None  # the table as it is, for a page; programs hear of events
    attend: Callable[[Room, Seats], Json] | None = None  # who is there, for a page
    signal: Signal = field(default_factory=Signal)
    ear: Ear | None = None  # of a page: what is said comes here
    point: Callable[[Room, list[Point]], Json] | None = None  # what allies point out, for a page of one of them
    drawn: str | None = None  # the table as last sent, to a page that takes what is new of it; None: it takes all
    sits: Callable[[Room], bool] = lambda room: True  # whether they still have the seats they came with
    queue: asyncio.Queue[Frame | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))

    @property
    def is_page(self) -> bool:
        return self.restate is not None

    def send(self, frame: Frame) -> bool:
        try:
            self.queue.put_nowait(frame)
        except asyncio.QueueFull:
            return False
        return True


CHANGED = Frame.of({"kind": "changed"})  # a page loads itself anew
