"""Talk at a table: what is said to all or to allies apart, who hears it, and what allies point out to each other."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote, unquote

from fathoms.engine.kinds import Json
from fathoms.table.rooms.lobby import decision_of
from fathoms.table.rooms.people.identity import WATCHING, hash_secret
from fathoms.table.rooms.room import Room

POINTED = "point:"  # how word of it to other processes begins


@dataclass(frozen=True)
class Ear:
    """Somebody who reads what is said: their team's letters, and a hash of who they are."""

    team: str = ""
    person: str = ""


def heard(said: Json, ear: Ear) -> Json | None:
    """What was said, for one page; None where it is for others. Authors have a name for each reader, and no other.

    By it a reader can mute somebody, at whichever table; two readers cannot find out that they know the same person.
    """
    if said["channel"] not in ("", ear.team):
        return None
    watching, author = said["name"].startswith(WATCHING), said["author"] or said["name"]
    return {
        "kind": "chat",
        "name": said["name"].removeprefix(WATCHING),
        "text": said["text"],
        "watching": watching,
        "apart": bool(said["channel"]),
        "at": round(said["at"], 3),
        "mine": author == ear.person,
        "author": hash_secret(f"{author} {ear.person}")[:12],
    }


def team_of(room: Room, seats: Iterable[str]) -> str:
    """The letters of the team that all these seats belong to; none where the game has no teams."""
    mine = set(seats)
    teams: list[list[str]] = room.match.moment.view().get("teams") or []
    return next(("".join(team) for team in teams if mine and mine <= set(team)), "")


@dataclass(frozen=True)
class Point:
    """A choice that somebody points out to their team: one of their own, or of an ally's."""

    by: str
    of: str  # whose choice it would be
    move: str
    decision: int  # which of that seat's decisions

    @classmethod
    def now(cls, room: Room, by: str, of: str, move: str) -> "Point":
        return cls(by, of, move, decision_of(room.match.log, of))

    def holds(self, room: Room) -> bool:
        """Whether that decision is still to be made."""
        waits = room.row.status == "playing" and self.of in room.match.to_act
        return waits and decision_of(room.match.log, self.of) == self.decision

    def to_text(self) -> str:
        return f"{POINTED}{self.by}:{self.of}:{self.decision}:{quote(self.move)}"

    @classmethod
    def from_text(cls, text: str) -> "Point":
        by, of, decision, move = text.removeprefix(POINTED).split(":")
        return cls(by, of, unquote(move), int(decision))
