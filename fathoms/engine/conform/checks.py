"""The checks: `conform(game)` raises Nonconformity at the first thing that is wrong, or tells what was looked at."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from fathoms.engine.conform import kernels as compiled
from fathoms.engine.conform.dice import Dice, random_options
from fathoms.engine.dialect import EVERYONE, SEA, SEATS, SPECTATOR
from fathoms.engine.errors import FathomsError, IllegalMove
from fathoms.engine.game import Game, Speak
from fathoms.engine.match import Match, veil
from fathoms.engine.position import Position
from fathoms.engine.rulebook import LANGUAGES, rule_texts
from fathoms.engine.seats import Name

Progress = Callable[[str, int], None]  # a check, what it has looked at


class Nonconformity(FathomsError):
    """A game does not keep its word; `check` says which."""

    def __init__(self, check: str, message: str) -> None:
        super().__init__(f"{check}: {message}")
        self.check = check


@dataclass(frozen=True)
class Finding:
    """A check that held, over how many positions, events or texts."""

    check: str
    count: int
    of: str


FurtherCheck = Callable[[Game, int, int], Finding]  # a game, how many games of it, a seed


def conform(
    game: Game,
    games: int = 2000,
    seed: int = 1,
    progress: Progress = lambda check, count: None,
    more: Sequence[FurtherCheck] = (),
) -> list[Finding]:
    """Run every check: `games` random games compiled, and fewer where Python has to look at each event."""
    few = min(50, max(4, games // 100))
    findings = []
    checks: list[Callable[[], Finding]] = [
        lambda: check_notation(game),
        lambda: check_book(game),
        lambda: check_positions(game, games, seed, progress),
        lambda: check_modes(game, few, seed),
        lambda: check_matches(game, few, seed),
        lambda: check_telling(game, few, seed),
        *(partial(one, game, few, seed) for one in more),
    ]
    for check in checks:
        findings.append(check())
        progress(findings[-1].check, findings[-1].count)
    return findings


def check_notation(game: Game) -> Finding:
    """Every action and fate has a text of its own, and the text leads back to it."""
    for kind, texts, n in (("action", game.action_codes, game.actions), ("fate", game.fate_codes, game.fates)):
        if len(texts) != n:
            raise Nonconformity("notation", f"{n} {kind} ids share {len(texts)} texts")
        for text in texts:
            if not re.fullmatch(r"[^\s]+( [^\s]+)*", text):
                raise Nonconformity("notation", f"{text!r} is not words separated by one space")
    return Finding("notation", game.actions + game.fates, "texts")


def check_book(game: Game) -> Finding:
    """Both rule books hold the same ids, and every reason for a refusal is one of them, in both languages."""
    if lacking := [lang for lang in LANGUAGES if not (game.folder / f"book.{lang}.md").exists()]:
        raise Nonconformity("rule book", f"there is no book.{lacking[0]}.md")
    books = {lang: rule_texts(game.book(lang)) for lang in LANGUAGES}
    if set(books["en"]) != set(books["fr"]):
        raise Nonconformity("rule book", f"only one language has {sorted(set(books['en']) ^ set(books['fr']))}")
    for number, texts in game.reasons.items():
        if game.rule_id(number) not in books["en"] or set(texts) != set(LANGUAGES):
            raise Nonconformity("rule book", f"the reason {game.rule_id(number)} is no rule, or lacks a language")
    return Finding("rule book", len(books["en"]), "rule ids")


def check_positions(game: Game, games: int, seed: int, progress: Progress = lambda check, count: None) -> Finding:
    """Compiled: soundness, choices, fates and leaks at every position of random games, for every viewer."""
    dice = Dice(seed)
    chosen = [random_options(game, dice) for _ in range(min(games, 500))]
    options = np.array([game.options.encode(values) for values in chosen])
    players = np.array([values["players"] for values in chosen])
    pool = np.zeros(3, game.state)
    room = compiled.Room(
        pool.view(np.uint8).reshape(3, game.state.itemsize),
        np.zeros(max(game.most_choices, game.most_fates), np.int32),
        np.zeros(game.most_choices, np.int32),
        np.zeros(game.most_fates, np.int64),
    )
    walked = compiled.Games(options, players, game.actions, game.fates, seed * 1_000_003)
    total = 0
    for first in range(0, games, 1000):
        report = np.zeros(compiled.REPORT, np.int64)
        compiled.walk_games(pool, room, walked, first, min(1000, games - first), report)
        positions, fault, number, event, viewer = report.tolist()
        total += positions
        if fault:
            where = f"game {number}, event {event}, viewer {_viewer_name(viewer)}"
            raise Nonconformity("positions", f"{compiled.FAULT_TEXTS[fault]} ({where}, seed {seed})")
        progress("positions", total)
    return Finding("positions", total, "positions, each for every viewer")


def _viewer_name(viewer: int) -> str:
    return "spectator" if viewer == SPECTATOR else SEATS[viewer]


def random_walk(game: Game, dice: Dice, interpreted: bool = False) -> Iterator[tuple[Match, int, int]]:
    """A match and the event that is about to happen, at every step of a random game."""
    match = Match(game, interpreted=interpreted, **random_options(game, dice))
    while not match.over:
        position = match.position
        who = dice.pick(position.actors())
        codes = [code for code, _ in position.fates()] if who == SEA else position.choices(who)
        code = dice.pick(codes)
        yield match, who, code
        match.play(event_line(game, who, code))


def event_line(game: Game, who: int, code: int) -> str:
    return f"{'sea' if who == SEA else SEATS[who]} {game.text(who, code)}"


def check_modes(game: Game, games: int, seed: int) -> Finding:
    """The same game step by step, interpreted and compiled."""
    count = 0
    for g in range(games):
        dice = Dice(seed + g)
        for match, who, code in random_walk(game, dice):
            slow, fast = match.position, match.position
            slow.interpreted = True
            for what in _compare_modes(slow, fast, who, code, match.players):
                raise Nonconformity("modes", f"{what} differs before {event_line(game, who, code)!r}; log: {match.log}")
            count += 1
    return Finding("modes", count, "events, interpreted and compiled")


def _compare_modes(slow: Position, fast: Position, who: int, code: int, players: int) -> Iterator[str]:
    """The names of what differs between two modes of one position, before and after an event."""
    for name, look in _looks(who, code, players):
        if look(slow) != look(fast):
            yield name
    for viewer in (*range(players), SPECTATOR):
        told = [position.redacted(viewer) for position in (slow, fast)]
        worlds = [position.imagined(viewer, np.array([code + 7], np.uint64)) for position in told]
        if told[0].bytes() != told[1].bytes() or worlds[0].bytes() != worlds[1].bytes():
            yield f"redact or imagine for {_viewer_name(viewer)}"
        if told[0].taken_back(viewer).bytes() != told[1].taken_back(viewer).bytes():
            yield f"take_back for {_viewer_name(viewer)}"
    slow.happen(who, code)
    fast.happen(who, code)
    if slow.bytes() != fast.bytes():
        yield "the record after it"


def _looks(who: int, code: int, players: int) -> list[tuple[str, Callable[[Position], object]]]:
    return [
        ("to_act", lambda p: p.to_act()),
        ("choices", lambda p: [p.choices(seat) for seat in range(players)]),
        ("fates", lambda p: p.fates() if p.actors() == [SEA] else []),
        ("scores", lambda p: p.scores(players)),
        ("winners", lambda p: p.winners()),
        ("audience", lambda p: (p.audience(who, code), p.unveils(who, code))),
        ("why_not", lambda p: [p.why_not(seat, a) for seat in range(players) for a in _some_illegal(p, seat)]),
    ]


def _some_illegal(position: Position, seat: int) -> list[int]:
    legal = position.choices(seat)
    step = max(1, position.game.actions // 25)
    return [action for action in range(seat, position.game.actions, step) if action not in legal]


def check_matches(game: Game, games: int, seed: int) -> Finding:
    """Saves and copies are the same match and independent; refusals leave it unchanged; everything can be said."""
    count = 0
    for g in range(games):
        dice = Dice(seed + 1000 + g)
        match = None
        for match, who, code in random_walk(game, dice):
            _check_words(game, match, who, code)
            if count % 25 == 0:
                _check_keeping(match, event_line(game, who, code))
            if count % 5 == 0:
                _check_refusals(match, dice)
            count += 1
        if match is None or Match.load(match.save(), game=game).save() != match.save() or not match.winners:
            raise Nonconformity("matches", "a finished match does not load as itself, or has no winner")
    return Finding("matches", count, "events")


def _check_words(game: Game, match: Match, who: int, code: int) -> None:
    line = event_line(game, who, code)
    veiled = [veil(line)] if match.position.audience(who, code) != EVERYONE else []
    for lang in LANGUAGES:
        for text in (line, *veiled):
            _say(game.sentence, text, lang, "sentence")
        if who != SEA:
            _say(game.label, game.text(who, code), lang, "label")


def _say(speak: Speak, text: str, lang: str, kind: str) -> None:
    try:
        said = speak(text, lang)
        named = speak(text, lang, lambda seat: Name(f"<{seat}>"))
    except (KeyError, IndexError, ValueError) as error:
        raise Nonconformity("words", f"the {kind} for {text!r} in {lang} fails: {error!r}") from error
    if not said:
        raise Nonconformity("words", f"no {kind} for {text!r} in {lang}")
    if not all(f"<{seat}>" in named for seat in text.split(" ") if seat in SEATS):
        raise Nonconformity("words", f"the {kind} for {text!r} in {lang} does not name its seats: {named!r}")


def _check_keeping(match: Match, line: str) -> None:
    before = match.save()
    twin, loaded = match.copy(), Match.load(before, game=match.game)
    for other, name in ((twin, "copy"), (loaded, "load")):
        same = all(other.view(seat) == match.view(seat) for seat in (*match.seats, None))
        if other.save() != before or not same or other.log_for("A") != match.log_for("A"):
            raise Nonconformity("matches", f"{name} gives another match; log: {match.log}")
        other.play(line)
    if match.save() != before:
        raise Nonconformity("matches", f"playing on a copy changed the match; log: {match.log}")
    if twin.save() != loaded.save():
        raise Nonconformity("matches", f"{line!r} differs on a copy and on a load; log: {match.log}")


def _check_refusals(match: Match, dice: Dice) -> None:
    seat = dice.pick(match.seats)
    action = match.game.action_text(dice.below(match.game.actions))
    if seat in match.to_act and action in match.choices(seat):
        return
    before = match.position.bytes(), match.log
    try:
        match.play(f"{seat} {action}")
    except KeyError as error:
        raise Nonconformity("matches", f"refusing '{seat} {action}' names rule {error}, which has no reason") from error
    except IllegalMove as error:
        if error.rule is None or (match.position.bytes(), match.log) != before:
            raise Nonconformity("matches", f"refusing '{seat} {action}' changed the match or named no rule") from error
    else:
        raise Nonconformity("matches", f"'{seat} {action}' was played and is not among the choices")


def check_telling(game: Game, games: int, seed: int) -> Finding:
    """No leak in views and logs: what a viewer is told and what he then knows go together.

    Of two events that might happen now: told the same way to a viewer, they leave him the same record; and if they
    leave him the same record but are different events, he was told the same.
    """
    count = 0
    for g in range(games):
        dice = Dice(seed + 2000 + g)
        for match, who, code in random_walk(game, dice):
            if count % 3 == 0:
                _check_pair(match, who, code, dice)
                _check_taking_back(match, who, code)
            _check_views(match, dice)
            count += 1
    return Finding("telling", count, "positions")


def _check_pair(match: Match, who: int, code: int, dice: Dice) -> None:
    position = match.position
    codes = [fate for fate, _ in position.fates()] if who == SEA else position.choices(who)
    other = dice.pick(codes)
    after = []
    for event in (code, other):
        then = position.copy()
        then.happen(who, event)
        after.append(then)
    if any(not then.actors() for then in after):
        return  # everything is opened at the end
    for viewer in (*range(match.players), SPECTATOR):
        told = [_told(match, position, who, event, viewer) for event in (code, other)]
        known = [then.redacted(viewer).bytes() for then in after]
        if told[0] == told[1] and known[0] != known[1]:
            raise Nonconformity("telling", _leak("is told the same and knows more", viewer, match, who, code, other))
        if match.game.remembers and known[0] == known[1] and told[0] != told[1]:
            if after[0].bytes() != after[1].bytes():
                raise Nonconformity("telling", _leak("reads a secret in the log", viewer, match, who, code, other))


def _check_taking_back(match: Match, who: int, code: int) -> None:
    """Whoever is still to choose, and reads nothing of a choice made at the same time, has the same to think about."""
    before, after = match.position, match.position
    if who == SEA or not hasattr(match.game.rules, "take_back"):
        return
    after.happen(who, code)
    for viewer in set(before.actors()) & set(after.actors()) - {who}:
        asked = [position.redacted(viewer).taken_back(viewer).bytes() for position in (before, after)]
        if not before.audience(who, code) >> viewer & 1 and asked[0] != asked[1]:
            where = f"after {event_line(match.game, who, code)!r}; log: {match.log}"
            raise Nonconformity("telling", f"taken back, a choice of another still shows to {SEATS[viewer]} {where}")


def _told(match: Match, position: Position, who: int, event: int, viewer: int) -> str:
    line = event_line(match.game, who, event)
    whole = position.audience(who, event) >> viewer & 1 or position.unveils(who, event)
    return line if whole else veil(line)


def _leak(what: str, viewer: int, match: Match, who: int, code: int, other: int) -> str:
    lines = f"{event_line(match.game, who, code)!r} or {event_line(match.game, who, other)!r}"
    return f"a leak: {_viewer_name(viewer)} {what} after {lines}; log: {match.log}"


def _check_views(match: Match, dice: Dice) -> None:
    """A view is JSON, and the same in every world the viewer can imagine."""
    viewer = dice.pick((*range(match.players), SPECTATOR))
    view = match.view(None if viewer == SPECTATOR else SEATS[viewer])
    if json.loads(json.dumps(view)) != view:
        raise Nonconformity("telling", f"the view of {_viewer_name(viewer)} is not JSON-ready")
    told = match.position.redacted(viewer)
    world = told.imagined(viewer, dice.rng).redacted(viewer)
    if world.describe(viewer) != told.describe(viewer):
        raise Nonconformity("telling", f"a leak: the view of {_viewer_name(viewer)} changes with what he cannot know")
