"""What the coach says, in French and English, and figures rounded so that they still add up."""

from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.bots.coach.choice_value import ChoiceValue
from fathoms.bots.coach.coach import Account, Happening, Report
from fathoms.engine.game import Game
from fathoms.engine.options import Text
from fathoms.engine.seats import Naming, by_letter

_MOMENT: Text = {"en": "Event {n}{rule}: {said} {effect}", "fr": "Événement {n}{rule} : {said} {effect}"}
_COSTLY: Text = {
    "en": "“{best}” would have won {better} % of the time instead of {share} %.",
    "fr": "« {best} » aurait gagné {better} % du temps au lieu de {share} %.",
}
_LUCK: Text = {
    "en": "By that luck {name} went from {before} % to {after} %.",
    "fr": "Par ce coup du sort, {name} passe de {before} % à {after} %.",
}
_DOING: Text = {
    "en": "That took {name} from {before} % to {after} %.",
    "fr": "Cela fait passer {name} de {before} % à {after} %.",
}


def percent(share: float) -> int:
    return round(100 * share)


def tenths(account: Account, whole: int) -> tuple[int, int, int, int, int]:
    """Start, luck, own, others and result in tenths of a percent: rounded so that the row still adds up."""
    result = (2000 * account.result + whole) // (2 * whole)
    parts = [divmod(1000 * part, whole) for part in (account.start, account.luck, account.own, account.others)]
    rounded = [down for down, _ in parts]
    by_rest = sorted(range(4), key=lambda i: (-parts[i][1], i))
    for i in by_rest[: result - sum(rounded)]:
        rounded[i] += 1
    return (rounded[0], rounded[1], rounded[2], rounded[3], result)


def show_tenths(number: int, lang: str, signed: bool = False) -> str:
    """`+12.3`, `−0.4`; `+12,3` in French."""
    sign = "−" if number < 0 else "+" if signed and number > 0 else ""
    whole, tenth = divmod(abs(number), 10)
    return f"{sign}{whole}{',' if lang == 'fr' else '.'}{tenth}"


def moment_text(
    report: Report, number: int, game: Game, lang: str, name: Naming = by_letter, about: str | None = None
) -> str:
    """One of the moments that decided the game, in a sentence or two; `about` is the seat whose share is told."""
    happening = report.happenings[number - 1]
    rules = game.rules_of(happening.line)
    rule = f" ({rules[0]})" if rules else ""
    said = game.sentence(happening.line, lang, name)
    effect = effect_text(report, happening, game, lang, name, about)
    return _MOMENT[lang].format(n=number, rule=rule, said=said, effect=effect)


def effect_text(
    report: Report, one: Happening, game: Game, lang: str, name: Naming = by_letter, about: str | None = None
) -> str:
    """What an event did: what a costly decision gave away, or how it moved a seat, or else whom it moved most."""
    found = one.judgement
    if found is not None and found.is_costly:
        return _costly(found, game, lang, name)
    most = max(range(len(report.seats)), key=lambda seat: abs(one.change[seat]))
    seat = report.seats.index(about) if about else most
    before, after = one.before[seat], one.before[seat] + one.change[seat]
    shares = {"before": percent(report.share(before)), "after": percent(report.share(after))}
    text = _LUCK if one.who == "sea" else _DOING
    return text[lang].format(name=name(report.seats[seat]), **shares)


def _costly(found: ChoiceValue, game: Game, lang: str, name: Naming) -> str:
    worlds = WHOLE_WIN * found.worlds
    share, better = percent(found.share / worlds), percent(found.best_share / worlds)
    best = game.label(found.best, lang, name)
    return _COSTLY[lang].format(best=best, better=better, share=share)
