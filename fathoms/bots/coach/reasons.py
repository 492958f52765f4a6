"""A seat's costliest decisions and its best, and why the better choice was better, in the game's own words."""

from dataclasses import replace

from fathoms.bots.coach.coach import Happening, Report, nodes_of
from fathoms.bots.coach.hints import context_of, fingerprint
from fathoms.engine.dialect import SEA
from fathoms.engine.match import Match
from fathoms.engine.position import Position

LANGUAGES = ("en", "fr")
COSTLIEST = 3  # decisions of each seat that are told with a reason


def costliest(report: Report, seat: str) -> list[Happening]:
    """The decisions of a seat that cost it most, by more than the chance of counting; the costliest first."""
    own = [one for one in report.happenings if one.who == seat and one.judgement and one.judgement.is_costly]
    return sorted(own, key=lambda one: -_cost(one))[:COSTLIEST]


def _cost(one: Happening) -> float:
    return one.judgement.cost if one.judgement else 0.0


def best_decision(report: Report, seat: str) -> Happening | None:
    """The decision that gained a seat most beside the rule of thumb, if any did for sure and none was better."""
    number = report.seats.index(seat)
    gained = [
        one
        for one in report.happenings
        if one.who == seat
        and one.judgement
        and not one.judgement.is_costly
        and one.change[number] > 2 * one.errors[number] * report.whole
    ]
    return max(gained, key=lambda one: one.change[number], default=None)


def with_reasons(match: Match, report: Report) -> Report:
    """The report with a reason for each costly decision that a page tells, where the game has one."""
    words = match.game.part("hints")
    wanted = {one.number: one for seat in report.seats for one in costliest(report, seat)}
    if words is None or not wanted:
        return report
    reasons: dict[str, dict[str, str]] = {}
    for node in nodes_of(match):
        for number, who in zip(node.numbers, node.codes, strict=True):
            found = wanted.get(number)
            if who != SEA and found is not None and found.judgement is not None:
                reasons[str(number)] = _reason(words, node.seen[who], match.players, who, found.judgement.best)
    return replace(report, reasons=reasons)


def _reason(words: object, seen: Position, players: int, who: int, best: str) -> dict[str, str]:
    told = seen.redacted(who).taken_back(who)
    context = context_of(told, players, who, best, fingerprint(told))
    said = {lang: words.reason(context, lang) for lang in LANGUAGES}  # type: ignore[attr-defined]
    return {lang: text for lang, text in said.items() if text}
