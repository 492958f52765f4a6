"""The first lines of the laboratory's pages: what a reader wants to know, told from the tables of the page itself."""

import re
from collections.abc import Iterable

Row = dict[str, str]


def tables(page: str) -> list[list[Row]]:
    """The tables of a page, each as its rows by column."""
    blocks = re.findall(r"(?:^\|.*\|\n?)+", page, re.MULTILINE)
    return [_rows(block.strip().splitlines()) for block in blocks]


def _rows(lines: list[str]) -> list[Row]:
    head, _, *body = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
    return [dict(zip(head, row, strict=False)) for row in body]


def _number(text: str) -> float:
    return float(re.sub(r"[%,]", "", text.split()[0]))


def _span(numbers: Iterable[float], shown: str) -> str:
    """`58 to 67`, or one number where both are written alike."""
    found = list(numbers)
    low, high = format(min(found), shown), format(max(found), shown)
    return low if low == high else f"{low} to {high}"


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


# --- Strength ---

_FOR_WHOM = {
    "sailor": "**Never played?** `sailor` moves at once, as somebody sensible would without thinking ahead.",
    "mate": "**Know the rules?** `mate` thinks for up to 50 ms per move.",
    "captain": "**Play well?** `captain` thinks for up to a second per move.",
    "abyss": "**Want the hardest?** `abyss` thinks for up to a second per move, and has learned from many games.",
}


def strength_answer(page: str) -> str:
    """Which level is for me? From the steps of the ladder at the smallest tables."""
    games = [rows for rows in tables(page) if rows and "share of wins" in rows[0] and "against" in rows[0]]
    first = [row for rows in games for row in rows if row["players"] == rows[0]["players"]]
    larger = [row for rows in games for row in rows if row["players"] != rows[0]["players"]]
    proven = sum(row["reached"] == "yes" for row in larger)
    more = (
        f"**More at the table?** Few deals were played there: {proven} of {len(larger)} steps are proven to be as wide "
        "as wanted."
    )
    return _listed([*(f"{text} {_step(first, level)}" for level, text in _FOR_WHOM.items()), more])


def _step(rows: list[Row], level: str) -> str:
    met = [row for row in rows if row["bot"].split("@")[0] == level and row["share of wins"].endswith("%")]
    if not met:
        return "Not played yet."
    below = met[0]["against"].split("@")[0]
    shares = _span((_number(row["share of wins"]) for row in met), ".0f")
    return f"It wins {shares} % of games against `{below}`, depending on the game."


# --- Performance ---


def performance_answer(page: str) -> str:
    """How fast? From the tables of the page, as far as they are there."""
    rows = [row for table in tables(page) for row in table]
    games = {row["game"] for row in rows if "setting" in row and "game" in row}
    lines = [
        _play(rows, games),
        _peers(rows, games),
        _cores(rows),
        _search(rows, games),
        _gpu(rows, games),
    ]
    return _listed(line for line in lines if line)


def _play(rows: list[Row], games: set[str]) -> str:
    speeds = {
        row["random play"]: _number(row["decisions/s"])
        for row in rows
        if row.get("random play") in games and "bytes a state" in row
    }
    told = ", ".join(f"{game} {speed / 1e6:.1f}" for game, speed in speeds.items())
    return f"**How fast?** Millions of decisions per second in random play, on one core: {told}." if told else ""


def _peers(rows: list[Row], games: set[str]) -> str:
    met: dict[str, list[float]] = {}
    for row in rows:
        if "times as fast" in row and row["game"].split(",")[0] in games and row["against"] not in games:
            met.setdefault(row["against"].split(",")[0], []).append(_number(row["times as fast"]))
    told = "; ".join(f"{peer}: {_span(times, '.3g')}" for peer, times in list(met.items())[:4])
    return f"**Against others?** Times as fast as they are: {told}." if told else ""


def _cores(rows: list[Row]) -> str:
    gains = [_number(row["times as fast"]) for row in rows if "times as fast" in row and row["game"].endswith(" cores")]
    return f"**More cores?** Two do {_span(gains, '.2f')} times the work of one." if gains else ""


def _search(rows: list[Row], games: set[str]) -> str:
    rates = [
        _number(row["iterations/s"])
        for row in rows
        if row.get("search") in games and row.get("an iteration ends with") == "learned values"
    ]
    return (
        f"**A bot that searches?** {_span(rates, ',.0f')} iterations per second with learned values." if rates else ""
    )


def _gpu(rows: list[Row], games: set[str]) -> str:
    speeds = [_number(row["decisions/s"]) / 1e6 for row in rows if row.get("random play") in games and "games/s" in row]
    return f"**A GPU?** {_span(speeds, '.0f')} million decisions per second in random play." if speeds else ""


# --- Solved ---


def solved_answer(page: str) -> str:
    """How far from perfect? From each game's section: what a level gives away, in shares of the win."""
    sections = re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    lines = [_losses(game, text) for game, text in sections]
    return _listed(
        [
            "**How far from perfect is a bot?** What it gives away where perfect play can be worked out, in shares "
            "of the win (1 is a whole win, 0 is perfect):",
            *(line for line in lines if line),
            "Games that are not named have no positions small enough.",
        ]
    )


def _losses(game: str, text: str) -> str:
    column = next((name for name in ("mean loss", "mean margin", "among solved") if name in text), None)
    if column is None:
        return ""
    found: dict[str, list[float]] = {}
    for row in (row for table in tables(text) for row in table if column in row):
        found.setdefault(row["level"], []).append(_number(row[column]))
    told = ", ".join(f"{level} {_span(losses, '.4f')}" for level, losses in found.items() if level != "solved")
    return f"{game}: {told}."


# --- Balance ---

_PLACE = re.compile(r"\d(st|nd|rd|th)")


def balance_answer(page: str) -> str:
    """Is it fair? What each place wins, in multiples of an equal share, over all tables of a game's section."""
    sections = re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    lines = [f"{game}: {places}." for game, text in sections if (places := _places(text))]
    return _listed(
        [
            "**Is it fair?** What a place at the table wins, where 1 is an equal share, from the worst place to the "
            "best over all numbers of players:",
            *lines,
        ]
    )


def _places(text: str) -> str:
    cells = [row[name] for table in tables(text) for row in table for name in row if _PLACE.fullmatch(name)]
    return _span((_number(cell) for cell in cells if cell), ".2f") if cells else ""
