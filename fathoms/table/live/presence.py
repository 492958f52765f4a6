"""Who is at a table now: here, away (their page is open behind another), or offline. Nothing of it is kept on disk."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

HERE, AWAY, OFFLINE = "here", "away", "offline"
STATES = (HERE, AWAY, OFFLINE)  # the one that counts first, where somebody has several pages
ANSWER_SECONDS = 2.0  # in which a page answers, or its line is taken for dead
GRACE_SECONDS = 1.5  # in which somebody who left may be back: a page that is loaded anew
ELSEWHERE_SECONDS = 25.0  # that word from another process is good for
AGAIN_SECONDS = 10.0  # after which it is sent again
GONE_SECONDS = 15.0  # after which a bot stands in, where the table chose that

Seats = Mapping[str, str]  # seat -> state


@dataclass
class Signal:
    """What is known of one page or program: for whom it is open, and whether it is looked at."""

    seats: tuple[str, ...] = ()
    state: str = HERE
    asked: float | None = None  # since when it owes an answer to a ping
    watcher: str | None = None  # the name of somebody who has no seat and looks on
    speaks: bool = False  # it has answered before: an old page, loaded before this was so, never does

    def ask(self) -> None:
        """It was pinged; the first ping it has not answered counts."""
        if self.speaks and self.asked is None:
            self.asked = time.monotonic()

    def hear(self, said: str) -> None:
        """It said something: it is there, and maybe says whether it is looked at."""
        self.asked, self.speaks = None, True
        if said in (HERE, AWAY):
            self.state = said

    def at(self, now: float) -> str:
        return OFFLINE if self.asked is not None and now - self.asked > ANSWER_SECONDS else self.state


@dataclass
class Presence:
    """The people of one table, as far as this process knows."""

    told: dict[str, str] = field(default_factory=dict)  # what everybody was last told
    watchers: list[str] = field(default_factory=list)  # the names of those who look on in this process
    left: dict[str, float] = field(default_factory=dict)  # seat -> when its last page here closed
    since: dict[str, float] = field(default_factory=dict)  # seat -> since when it is offline
    elsewhere: dict[str, tuple[float, Seats]] = field(default_factory=dict)  # process -> when, what it said
    sent: float = 0.0  # when other processes were last told

    def here(self, signals: Iterable[Signal], now: float) -> dict[str, str]:
        """The state of each seat somebody has a page open for in this process."""
        found: dict[str, str] = {seat: HERE for seat, at in self.left.items() if now - at < GRACE_SECONDS}
        known: dict[str, list[str]] = {}
        for one in signals:
            for seat in one.seats:
                known.setdefault(seat, []).append(one.at(now))
        return found | {seat: min(states, key=STATES.index) for seat, states in known.items()}

    def now(self, seats: Iterable[str], signals: Iterable[Signal], now: float) -> dict[str, str]:
        """The state of every seat, wherever its person is connected."""
        heard = [said for at, said in self.elsewhere.values() if now - at < ELSEWHERE_SECONDS]
        known = [self.here(signals, now), *heard]
        return {seat: min((one.get(seat, OFFLINE) for one in known), key=STATES.index) for seat in seats}

    def note(self, states: Mapping[str, str], now: float) -> None:
        """Remember what is told, and since when somebody is offline."""
        self.told = dict(states)
        self.since = {seat: self.since.get(seat, now) for seat, state in states.items() if state == OFFLINE}

    def gone(self, now: float) -> list[str]:
        """Who is offline for so long that somebody else may play for them."""
        return [seat for seat, since in self.since.items() if now - since > GONE_SECONDS]


def to_text(states: Seats) -> str:
    """States as other processes are told: `A=here,B=away`."""
    return ",".join(f"{seat}={state}" for seat, state in sorted(states.items()))


def from_text(text: str) -> dict[str, str]:
    pairs = [one.split("=") for one in text.split(",") if "=" in one]
    return {seat: state for seat, state in pairs if state in STATES}
