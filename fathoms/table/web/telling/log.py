"""Lines of the log: what happened, each thing it brought about with the rules of that, and where a turn ends."""

from fathoms.engine.game import Consequence, Game
from fathoms.engine.kinds import Json
from fathoms.engine.seats import Naming, by_letter
from fathoms.table.rooms.course import Views
from fathoms.table.web.i18n import speaker, typeset

Line = Json


def log_line(
    game: Game, lines: list[str], lang: str, name: Naming = by_letter, change: Views | None = None, late: bool = False
) -> Line:
    """The last of some event lines as a line of the log; the steps of one swim are told in one."""
    line = lines[-1]
    told = game.consequences(line, change[0], change[1], lang, name) if change else []
    was_up = [time_was_up(line, lang, name)] if late else []
    return {
        "who": line.split(" ", 1)[0],
        "text": typeset(" ".join([*was_up, said(game, lines, lang, name, change)]), lang),
        "line": line,
        "rules": list(game.rules_of(line, *(change or ()))),
        "so": [{"text": typeset(one.text, lang), "rules": list(one.rules)} for one in told],
        "hurt": _marks(game, told, lang),
        "turn": turn_mark(game, change, lang, name),
    }


def run_of(game: Game, lines: list[str]) -> list[str]:
    """The last event with those before it that the game tells together with it: the steps of one swim."""
    first = len(lines) - 1
    while first > 0 and game.goes_on(lines[first - 1], lines[first]):
        first -= 1
    return lines[first:]


def said(game: Game, lines: list[str], lang: str, name: Naming, change: Views | None = None) -> str:
    """The last event in a sentence, with the steps that led to it."""
    run, words = run_of(game, lines), game.part("words")
    together = getattr(words, "told_together", None)
    # By somebody else, which one step alone does not say.
    steered = change is not None and bool(change[0].get("forced"))
    if words is not None and together is not None and (len(run) > 1 or steered) and words.goes_on(run[-1], run[-1]):
        return str(together(run, change[0] if change else None, lang, name))
    return game.sentence(lines[-1], lang, name)


def time_was_up(line: str, lang: str, name: Naming) -> str:
    """What is said before a move that a bot made because its player's clock had run out."""
    return speaker(lang)("Time is up: a bot moved for {}.").format(name(line.split(" ", 1)[0]))


def _marks(game: Game, told: list[Consequence], lang: str) -> dict[str, str]:
    """Who came to grief, each with a word for it."""
    words = getattr(game.part("words"), "GRIEFS", {})
    return {seat: words[grief]["mark"][lang] for one in told for seat, grief in one.hurt.items() if grief in words}


def turn_mark(game: Game, change: Views | None, lang: str, name: Naming) -> str:
    """What stands between an event and the next turn: whose it is, or its number; nothing inside a turn."""
    if change is None or change[1]["over"] or change[0].get("turn") == change[1].get("turn"):
        return ""
    turn, _ = change[1]["turn"], speaker(lang)
    if turn is None:
        return ""
    return typeset(_("Turn {}").format(turn) if isinstance(turn, int) else _("{0}'s turn").format(name(turn)), lang)
