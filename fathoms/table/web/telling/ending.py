"""The end of a game in words: who came where, the count laid out, what decided it, and how the evening stands."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from fathoms.engine.game import Game
from fathoms.engine.match import Match, View
from fathoms.engine.seats import Naming
from fathoms.table.rooms.seats import GameResult, places_of
from fathoms.table.web.i18n import speaker
from fathoms.table.web.telling.choices import score_unit

Scores = Sequence[Sequence[int]]  # of all seats, before the first event and after each


@dataclass(frozen=True)
class CountLine:
    """A line of a seat's count: its picture, what is counted, how many of it, what lies there, what it brings, why."""

    art: str  # a symbol of the game's pictures
    what: str
    number: int | None  # None where there is one, or where it is what they bring
    detail: str
    points: str
    rule: str


@dataclass(frozen=True)
class Place:
    """Where somebody came, with the count that led there."""

    place: int
    seat: str
    score: int
    unit: str
    count: tuple[CountLine, ...]


@dataclass(frozen=True)
class Evening:
    """How a table and its rematches stand: who has won how often, and the highest count of all."""

    games: int
    wins: tuple[tuple[str, int], ...]
    best: tuple[str, ...]  # who had it
    best_score: int
    best_unit: str
    best_game: int  # its number, from 1
    best_table: str


@dataclass(frozen=True)
class Ending:
    """What the page of a finished game says at once: all of it is in the view and with the table."""

    headline: str
    shared: str  # the same for those who were not there
    places: tuple[Place, ...]
    evening: Evening | None


def ending_of(
    game: Game, view: View, games: Sequence[GameResult], viewer: str | None, lang: str, name: Naming
) -> Ending:
    """`games` are those of the evening, this one last; `viewer` is the seat that looks, if it is one."""
    placed = places_of(view)
    order = sorted(view["seats"], key=lambda seat: (placed[seat], -view["scores"][seat], seat))
    places = tuple(_place(game, view, seat, placed[seat], lang) for seat in order)
    headline, shared = (_headline(view, placed, who, lang, name) for who in (viewer, None))
    return Ending(headline, shared, places, _evening(game, games, lang))


# Who came where


def _named(seats: Sequence[str], lang: str, name: Naming) -> str:
    *most, last = map(name, seats)
    return speaker(lang)("{} and {}").format(", ".join(most), last) if most else last


def _headline(view: View, placed: dict[str, int], viewer: str | None, lang: str, name: Naming) -> str:
    _, winners = speaker(lang), view["winners"]
    if viewer is None:
        told = _("wins.") if len(winners) == 1 else _("share the victory.")
        return f"{_named(winners, lang, name)} {told}"
    if view.get("teams"):
        return _("Your team won.") if placed[viewer] == 1 else _("The other team won.")
    if placed[viewer] == 1:
        return _("You won.") if len(winners) == 1 else _("You share the victory.")
    came = [
        _("You came second."),
        _("You came third."),
        _("You came fourth."),
        _("You came fifth."),
        _("You came sixth."),
    ]
    return came[placed[viewer] - 2]


def _place(game: Game, view: View, seat: str, place: int, lang: str) -> Place:
    score = view["scores"][seat]
    count = (view.get("count") or {}).get(seat, [])
    lines = tuple(_line(game, view, seat, line, lang) for line in count if line["number"] or line["points"])
    return Place(place, seat, score, score_unit(game, score, lang), lines)


def _line(game: Game, view: View, seat: str, line: dict[str, Any], lang: str) -> CountLine:
    words, what = game.part("words"), line["what"]
    called, detail = words.counted(view, seat, what, lang) if words and hasattr(words, "counted") else (what, "")
    art = getattr(words, "COUNT_ART", {}).get(what, what)
    points = f"{line['points']:+d}".replace("-", "−") if line["points"] else "0"
    number = None if line["number"] in (1, line["points"]) else line["number"]
    return CountLine(art, called, number, detail, points, line["rule"])


def _evening(game: Game, games: Sequence[GameResult], lang: str) -> Evening | None:
    """Nothing to tell of one game alone."""
    if len(games) < 2:
        return None
    won = Counter(one.names[seat] for one in games for seat in one.winners)
    best = max(score for one in games for score in one.scores.values())
    number, where = next((n, one) for n, one in enumerate(games, 1) if best in one.scores.values())
    who = tuple(where.names[seat] for seat, score in where.scores.items() if score == best)
    return Evening(len(games), tuple(won.most_common()), who, best, score_unit(game, best, lang), number, where.table)


# What decided it


@dataclass(frozen=True)
class Decided:
    """Three sentences at most, and the event that they are about, if there is one to look at."""

    sentences: tuple[str, ...]
    moment: int | None


def scores_of(match: Match) -> list[list[int]]:
    """Everybody's score before the first event of a finished game and after each, also where it was secret then."""
    again = Match(match.game, interpreted=match.position.interpreted, **match.options)
    scores = [again.position.scores(match.players)]
    for line in match.log:
        again.play(line)
        scores.append(again.position.scores(match.players))
    return scores


def what_decided(match: Match, coached: tuple[int, str] | None, lang: str, name: Naming) -> Decided:
    """What decided a finished game: by how much, since when, and what moved most.

    `coached` is the event that the coach found to weigh most, in words: then it stands for the largest change.
    """
    scores, view = scores_of(match), match.view()
    lead, swing = _taken_lead(scores, match), _largest(scores, _begun(match))
    told = [_margin(match.game, view, lang, name)]
    if lead is not None:
        told.append(_lead_text(match, scores, lead, lang, name))
    if coached is not None:
        told.append(coached[1])
    elif swing is not None:
        told.append(_swing_text(match, *swing, lang, name))
    moments = [coached[0] if coached else 0, lead or 0, swing[0] if swing else 0]
    return Decided(tuple(told), next(filter(None, moments), None))


def _margin(game: Game, view: View, lang: str, name: Naming) -> str:
    """By how much it was won, or what parted those who were equal."""
    _, tie = speaker(lang), view["tie"]
    if tie:
        ties = getattr(game.part("words"), "TIES", {})
        among = _named(tie["among"], lang, name)
        why = ties.get(tie["by"], {}).get(lang, "")
        said = _("{} were level at {}").format(among, _amount(game, tie["at"], lang))
        return f"{said}{_(':')} {why}." if why else f"{said}."
    winners, scores = _named(view["winners"], lang, name), view["scores"]
    best = scores[view["winners"][0]]
    others = [score for seat, score in scores.items() if seat not in view["winners"]]
    next_best = max(others, default=best)
    if next_best >= best:  # the highest score does not win everywhere
        return _("{} won with {}.").format(winners, _amount(game, best, lang))
    return _("{} won with {}, {} ahead.").format(winners, _amount(game, best, lang), best - next_best)


def _amount(game: Game, number: int, lang: str) -> str:
    return f"{number} {score_unit(game, number, lang)}".replace("-", "−")


def _leading(scores: Sequence[int]) -> set[int]:
    return {seat for seat, score in enumerate(scores) if score == max(scores)}


def _taken_lead(scores: Scores, match: Match) -> int | None:
    """The event since which the winners were in the lead; 0 if they were never behind, None if they are not at the end.

    While nobody has anything nobody is behind.
    """
    won = {match.seats.index(seat) for seat in match.winners}
    behind = [number for number, now in enumerate(scores) if not won <= _leading(now)]
    if not behind:
        return 0
    return behind[-1] + 1 if behind[-1] + 1 < len(scores) else None


def _lead_text(match: Match, scores: Scores, lead: int, lang: str, name: Naming) -> str:
    _ = speaker(lang)
    winners = _named(match.winners, lang, name)
    several = len(match.winners) > 1
    if lead == 0:
        return (_("{} were never behind.") if several else _("{} was never behind.")).format(winners)
    changes = len(list(_changes_of_lead(scores)))
    led = _("{} led together for good from move {} of {}.") if several else _("{} led for good from move {} of {}.")
    said = led.format(winners, lead, len(match.log))
    return f"{said} {_('The lead changed hands {} times.').format(changes)}" if changes > 2 else said


def _changes_of_lead(scores: Scores) -> Iterator[int]:
    """The numbers of the events at which one player alone took the lead from another."""
    led: set[int] = set()
    for number, now in enumerate(map(_leading, scores)):
        if len(now) == 1 and now != led:
            if led:
                yield number
            led = now


def _begun(match: Match) -> int:
    """How many events of the sea came before anybody decided anything: what they deal out is not won."""
    return next((n for n, line in enumerate(match.log) if not line.startswith("sea ")), 0)


def _largest(scores: Scores, begun: int) -> tuple[int, int, int] | None:
    """The event that changed somebody's score most: its number, whose, and by how much."""
    changes = [
        (number, seat, after[seat] - before[seat])
        for number, (before, after) in enumerate(pairwise(scores), 1)
        for seat in range(len(after))
        if number > begun
    ]
    found = max(changes, key=lambda one: abs(one[2]), default=None)
    return found if found and found[2] else None


def _swing_text(match: Match, number: int, seat: int, change: int, lang: str, name: Naming) -> str:
    _, game = speaker(lang), match.game
    by = f"{change:+d} {score_unit(game, change, lang)}".replace("-", "−")
    said = game.sentence(match.log[number - 1], lang, name)
    return _("The biggest change, move {}: {} {} {}.").format(number, said, name(match.seats[seat]) + _(":"), by)
