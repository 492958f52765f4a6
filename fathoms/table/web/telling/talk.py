"""What allies point out to each other, in words for one of them."""

from fathoms.engine.kinds import Json
from fathoms.engine.seats import Naming
from fathoms.table.live.talk import Point, team_of
from fathoms.table.rooms.draft import people_at
from fathoms.table.rooms.room import Room
from fathoms.table.web.i18n import speaker, typeset


def allies_of(room: Room, seats: tuple[str, ...]) -> list[str]:
    """The seats of the other people in the team of somebody: those with whom there is something to talk about."""
    people = {one.person for one in room.row.seats if one.seat in seats and one.person}
    own = {*seats, *(one.seat for one in room.row.seats if one.person in people)}  # one screen for several
    team = team_of(room, own)
    return [seat for seat in people_at(room.row) if seat in team and seat not in own]


def points_message(room: Room, points: list[Point], seats: tuple[str, ...], lang: str, name: Naming) -> Json:
    """What is pointed out in the team of some seats: whose choice, which, and a sentence."""
    team = team_of(room, seats)
    return {
        "kind": "points",
        "points": [
            {"by": name(one.by), "of": one.of, "move": one.move, "text": _sentence(room, one, seats, lang, name)}
            for one in points
            if one.by in team
        ],
    }


def _sentence(room: Room, point: Point, seats: tuple[str, ...], lang: str, name: Naming) -> str:
    _, label = speaker(lang), room.game.label(point.move, lang, name)
    if point.by in seats:
        said = _("You show: {}").format(label)
        said = said if point.of in seats else _("You suggest to {}: {}").format(name(point.of), label)
    elif point.of == point.by:
        said = _("{} thinks of: {}").format(name(point.by), label)
    elif point.of in seats:
        said = _("{} suggests: {}").format(name(point.by), label)
    else:
        said = _("{} suggests to {}: {}").format(name(point.by), name(point.of), label)
    return typeset(said, lang)
