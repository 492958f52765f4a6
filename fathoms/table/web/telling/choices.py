"""A seat's choices as its page offers them: what each certainly does, and many of them in groups."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from fathoms.engine.game import Game
from fathoms.engine.match import Foreseen, View
from fathoms.engine.options import is_plural
from fathoms.engine.parts.aid import entries_for, key_of
from fathoms.engine.seats import Naming
from fathoms.table.web.i18n import ordinal, speaker

FEW = 6  # choices that are offered side by side; more are grouped
MOST_EXPLAINED = 4096  # choices whose entry is remembered
Ahead = Mapping[str, list[Foreseen]]


@dataclass(frozen=True)
class Offer:
    """A choice on a button: its words, what it certainly does in short, and all that is certain to follow."""

    move: str
    label: str
    detail: str  # what stands below the label: values, and what is certain
    follows: tuple[str, ...]
    about: str  # the entry of the game's aid that explains it


@dataclass(frozen=True)
class Group:
    """Choices that are offered under one heading; a group without one stands open."""

    key: str
    title: str
    offers: tuple[Offer, ...]


def offered(game: Game, view: View, ahead: Ahead, seat: str, lang: str, name: Naming) -> list[Group]:
    """The choices of a view in their order, in groups where there are many of them."""
    offers = [_offer(game, view, choice, ahead.get(choice, []), seat, lang, name) for choice in view["choices"]]
    group_of = getattr(game.part("words"), "group_of", None)
    if group_of is None or len(offers) <= FEW:
        return [Group("", "", tuple(offers))]
    members: dict[tuple[str, str], list[Offer]] = {}
    for offer in offers:
        members.setdefault(group_of(view, offer.move, lang, name), []).append(offer)
    return _groups(members)


def _groups(members: Mapping[tuple[str, str], list[Offer]]) -> list[Group]:
    """Headings only where they divide: one group alone stands open, and so does a group of one."""
    if len(members) == 1:
        return [Group("", "", tuple(offers)) for offers in members.values()]
    return [Group(key, title if len(offers) > 1 else "", tuple(offers)) for (key, title), offers in members.items()]


def _offer(game: Game, view: View, choice: str, steps: list[Foreseen], seat: str, lang: str, name: Naming) -> Offer:
    told = [one for step in steps for one in game.consequences(*step, lang, name)]
    griefs = [grief for one in told for who, grief in one.hurt.items() if who == seat]
    certain = [_grief(game, grief, lang) for grief in dict.fromkeys(griefs)]
    if steps:
        certain += _outcomes(game, steps[0][1], steps[-1][2], seat, lang, name)
    label, _, values = game.label_in(view, choice, lang, name).partition("\n")
    return Offer(
        choice,
        label,
        ", ".join(filter(None, [values, *certain])),
        tuple(one.text for one in told),
        _about(game, choice),
    )


@lru_cache(MOST_EXPLAINED)
def _about(game: Game, choice: str) -> str:
    """The entry of the game's aid that explains a choice; finding it means trying every pattern of every entry."""
    return next((key_of(one) for one in entries_for(game, choice)), "")


def _grief(game: Game, grief: str, lang: str) -> str:
    words: Any = game.part("words")
    return str(words.GRIEFS[grief]["you"][lang])


def _outcomes(game: Game, before: View, after: View, seat: str, lang: str, name: Naming) -> list[str]:
    """What a choice leads to in few words: more or fewer points, the lead, the end of the turn or of the game."""
    _ = speaker(lang)
    told = [*_scored(game, before, after, seat, lang), *_lead(before, after, seat, lang, name)]
    if after["over"]:
        return [*told, _("ends the game")]
    if not game.simultaneous and before.get("turn") == seat != after.get("turn"):
        told.append(_("ends your turn"))
    return told


def _scored(game: Game, before: View, after: View, seat: str, lang: str) -> list[str]:
    if before["scores"] is None or after["scores"] is None or before["scores"][seat] == after["scores"][seat]:
        return []
    change = after["scores"][seat] - before["scores"][seat]
    return [f"{change:+d} {score_unit(game, change, lang)}".replace("-", "−")]


def score_unit(game: Game, number: int, lang: str) -> str:
    """What a game's score is counted in: points, or what its own words say."""
    words: dict[str, tuple[str, str]] = getattr(game.part("words"), "SCORE", {})
    one, many = words.get(lang, ("point", "points"))
    return many if is_plural(number, lang) else one


def _lead(before: View, after: View, seat: str, lang: str, name: Naming) -> list[str]:
    _, leads = speaker(lang), [_leaders(before), _leaders(after)]
    if len(leads[1]) != 1 or leads[0] == leads[1]:
        return []
    return [_("puts you in the lead") if leads[1] == [seat] else _("gives {} the lead").format(name(leads[1][0]))]


def _leaders(view: View) -> list[str]:
    """Who has the best score; nobody where scores are secret."""
    scores = view["scores"] or {}
    return [seat for seat, score in scores.items() if score == max(scores.values())]


# How the game stands: what is asked, when it ends, how one stands


def state_words(game: Game, view: View, viewer: str | None, lang: str, name: Naming) -> dict[str, str]:
    """What a table always says: what the viewer is asked, how near the end is, and how the viewer stands."""
    words: Any = game.part("words")
    asked = words.asked(view, lang, name) if hasattr(words, "asked") and view["choices"] else ""
    ends = words.ends(view, lang) if hasattr(words, "ends") and view.get("ends") else ""
    return {"asked": asked, "ends": ends, "standing": _standing(game, view, viewer, lang)}


def _standing(game: Game, view: View, viewer: str | None, lang: str) -> str:
    if viewer is None or view["over"]:
        return ""
    own = getattr(game.part("words"), "standing", None)
    if own is not None:
        return str(own(view, viewer, lang))
    if view["scores"] is None:
        return ""
    _, score = speaker(lang), view["scores"][viewer]
    better = sum(other > score for other in view["scores"].values())
    equal = sum(other == score for other in view["scores"].values()) > 1
    place = _("level") if equal else _("{} of {}").format(ordinal(better + 1, lang), len(view["seats"]))
    return _("You: {}, {}").format(f"{score} {score_unit(game, score, lang)}", place)
