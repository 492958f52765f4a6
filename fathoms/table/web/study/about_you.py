"""The coach about one player: the costliest decisions and what was better, the best one, luck, and the games before."""

from dataclasses import dataclass
from functools import partial

from fathoms.bots.coach.coach import Report, read_report
from fathoms.bots.coach.reasons import best_decision, costliest
from fathoms.bots.coach.words import moment_text, show_tenths, tenths
from fathoms.engine.game import installed_game
from fathoms.table.rooms.people.sittings import Sitting, sittings_of
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.store import Store
from fathoms.table.web.i18n import speaker
from fathoms.table.web.telling.names import names_of

MOST_EARLIER = 5  # games that one is compared with


@dataclass(frozen=True)
class Earlier:
    """A game that somebody played before: where they came, and what the coach found, if it has read it."""

    table: str
    title: str
    place: int | None
    luck: str
    own: str
    own_tenths: int | None


@dataclass(frozen=True)
class AboutYou:
    """What the coach says of one seat."""

    seat: str
    costly: tuple[tuple[int, str], ...]  # event, and what would have been better, with why
    best: tuple[int, str] | None
    luck: str
    own: str
    compared: str  # with the games before, in a sentence
    earlier: tuple[Earlier, ...]


def about_seat(room: Room, report: Report, seat: str, lang: str, earlier: tuple[Earlier, ...] = ()) -> AboutYou:
    tell = partial(moment_text, report, game=room.game, lang=lang, name=names_of(room).__getitem__)
    costly = [
        (one.number, " ".join(filter(None, (tell(one.number), report.reasons.get(str(one.number), {}).get(lang)))))
        for one in costliest(report, seat)
    ]
    best = best_decision(report, seat)
    _, luck, own, _, _ = tenths(report.ledger[seat], report.whole)
    lucky, played = show_tenths(luck, lang, signed=True), show_tenths(own, lang, signed=True)
    told = (best.number, tell(best.number, about=seat)) if best else None
    return AboutYou(seat, tuple(costly), told, lucky, played, _compared(own, earlier, lang), earlier)


def _compared(own: int, earlier: tuple[Earlier, ...], lang: str) -> str:
    """One's decisions beside those of one's last games that the coach has read."""
    _, known = speaker(lang), [one.own_tenths for one in earlier if one.own_tenths is not None]
    if not known:
        return ""
    mean = round(sum(known) / len(known))
    said = _("Better than in your last games ({} on average).") if own > mean else _("In your last games it was {}.")
    return said.format(show_tenths(mean, lang, signed=True))


def earlier_games(store: Store, person: str, but: str, lang: str) -> tuple[Earlier, ...]:
    """The last finished games of somebody on this server, by the hash of their secret, this one left out."""
    over = [one for one in sittings_of(store, person) if _is_a_game(one) and one.row.id != but]
    return tuple(_earlier(store, one, lang) for one in over[:MOST_EARLIER])


def _is_a_game(one: Sitting) -> bool:
    """Whether somebody played there from the start to the end: trying out what might have been does not count."""
    return one.row.status == "over" and one.row.settings.origin is None and bool(one.seats)


def _earlier(store: Store, one: Sitting, lang: str) -> Earlier:
    title, kept = installed_game(one.row.game).title[lang], store.report(one.row.id)
    if kept is None:
        return Earlier(one.row.id, title, one.place, "–", "–", None)
    report = read_report(kept)
    _, luck, own, _, _ = tenths(report.ledger[one.seats[0]], report.whole)
    lucky, played = show_tenths(luck, lang, signed=True), show_tenths(own, lang, signed=True)
    return Earlier(one.row.id, title, one.place, lucky, played, own)
