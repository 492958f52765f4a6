"""A balance report for people: a verdict in words, then plots, from the figures of `balance.measure` alone."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from fathoms.bots.levels import QUICK_LEVELS
from fathoms.bots.statistics import wider
from fathoms.engine.dialect import SEATS
from fathoms.engine.game import game_names, installed_game
from fathoms.engine.kinds import Json
from fathoms.engine.options import written
from fathoms.lab.balance import plots
from fathoms.lab.balance.measure import HALF_TIME, Figures, read_setting
from fathoms.lab.balance.plots import Mark, Span
from fathoms.lab.balance.words import level_name, number, ordinal, percent, say, signed, spaced

TEMPLATES = Path(__file__).parent / "templates"
PALETTE = Path(__file__).parents[2] / "table" / "static" / "palette.css"  # the house has one, in a file of the table's
SMALL_EDGE, BIG_EDGE = 1.02, 1.25  # multiples of an equal share: below, not worth a word; above, unfair
OVERRATED = 1.1  # times a fair share, without a choice: the bots make it too often
HABIT = 0.02  # how far from an equal share a seat's letter may take somebody before it is said
OPEN, DECIDED = 0.3, 0.75  # how far, from an equal share to certainty, the half-time leader's wins have come
MOST_RULES, LONGEST_NAME = 24, 40  # that a plot of rules shows


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def style() -> str:
    """The style of reports, for a page that brings the house's own."""
    return (TEMPLATES / "report.css").read_text(encoding="utf-8")


def report_page(figures: Figures, lang: str, command: str = "") -> str:
    """A file that needs nothing else: no script, no font, nothing from anywhere."""
    page_css = Markup("".join(sheet.read_text(encoding="utf-8") for sheet in (PALETTE, TEMPLATES / "page.css")))
    values = {"r": report_values(figures, lang), "lang": lang, "command": command}
    return _environment().get_template("report.html").render(css=Markup(style()), page_css=page_css, **values)


def report_body(figures: Figures, lang: str) -> str:
    """The same report as a part of another page."""
    return _environment().get_template("body.html").render(r=report_values(figures, lang), lang=lang)


def report_values(figures: Figures, lang: str) -> Json:
    first = figures["levels"][0]
    return {
        "title": say("title", lang, game=figures["title"][lang]),
        "words": {key: say(key, lang) for key in ("verdict", "levels", "figures", "how")},
        "found_with": found_with(figures, lang),
        "asked": answers(figures, lang),
        "verdict": verdict(figures, lang),
        "made": _made(figures, lang),
        "levels": _level_table(figures["levels"], lang) if len(figures["levels"]) > 1 else None,
        "compared": [_compared_plot(one, figures["game"], lang) for one in figures["compared"]],
        "plots": [*_level_plots(first, lang), *_trial_plots(figures["trials"], lang), *_rule_plots(first, lang)],
        "more": [
            {
                "title": say("level-detail", lang, level=level_name(level["level"], lang)),
                "plots": [*_level_plots(level, lang), *_rule_plots(level, lang)],
            }
            for level in figures["levels"][1:]
        ],
    }


def _plot(title: str, svg: str, note: str, heads: Sequence[str], rows: list[list[str]]) -> Json:
    return {"title": title, "svg": Markup(svg), "note": note, "heads": heads, "rows": rows}


# The verdict


def verdict(figures: Figures, lang: str) -> list[str]:
    """What a designer should know first, in sentences."""
    first = figures["levels"][0]
    lines = [_fairness(first, lang), *_habit(first, lang), _length(first, lang), _decisiveness(first, lang)]
    lines.append(_leads(first, lang))
    lines.append(say("close", lang, score=first["scores"][0]["q50"], margin=first["margins"]["q50"]))
    return [*lines, *_trial_lines(figures["trials"], lang), *answers(figures, lang)]


def answers(figures: Figures, lang: str) -> list[str]:
    """What each change that was asked about would bring."""
    return [_found(one, figures["game"], lang) for one in figures["compared"]]


def found_with(figures: Figures, lang: str) -> str:
    """Which bots played, and what that means for the answer."""
    level = figures["levels"][0]["level"]
    key = f"with-{level}" if level in QUICK_LEVELS else "with-search"
    return say(key, lang, level=level_name(level, lang))


def _leads(level: Figures, lang: str) -> str:
    changes, last = number(level["changes"]["mean"], lang, 1), level["last"]
    if not last["games"]:  # where partners share a place nobody is last alone
        return say("leads-alone", lang, changes=changes)
    return say("leads", lang, changes=changes, last=percent(last["value"], lang))


def _fairness(level: Figures, lang: str) -> str:
    places, factor = level["places"], wider(len(level["places"]))
    best = max(range(len(places)), key=lambda n: places[n]["value"])
    worst = min(range(len(places)), key=lambda n: places[n]["value"])
    certain = any(abs(place["value"] - 1) > place["half"] * factor for place in places)
    if not certain:
        return say("even", lang)
    if max(places[best]["value"], 2 - places[worst]["value"]) < SMALL_EDGE:
        return say("nearly-even", lang)
    return say(
        "unfair" if places[best]["value"] > BIG_EDGE else "small-edge",
        lang,
        place=ordinal(best, lang),
        most=number(places[best]["value"], lang),
        other=ordinal(worst, lang),
        least=number(places[worst]["value"], lang),
    )


def _habit(level: Figures, lang: str) -> list[str]:
    """What the seats' letters should not, and do, tell."""
    factor = wider(len(level["seats"]))
    uneven = [seat["value"] for seat in level["seats"] if abs(seat["value"] - 1) > max(seat["half"] * factor, HABIT)]
    if not uneven:
        return []
    values = [seat["value"] for seat in level["seats"]]
    return [say("habit", lang, least=number(min(values), lang), most=number(max(values), lang))]


def _length(level: Figures, lang: str) -> str:
    return say("length", lang, **{key: level["turns"][key] for key in ("q05", "q50", "q95")})


def _decisiveness(level: Figures, lang: str) -> str:
    share, fair = level["leader"][HALF_TIME]["value"], level["fair"]
    way = (share - fair) / (1 - fair)
    key = "open" if way < OPEN else "leaning" if way < DECIDED else "decided"
    return say(key, lang, share=percent(share, lang), fair=percent(fair, lang))


def _trial_lines(trials: list[Figures], lang: str) -> list[str]:
    found = [trial for trial in trials if abs(trial["value"] - 1) > trial["half"] * wider(len(trials))]
    given = [trial for trial in found if trial["way"] == "given" and trial["value"] > 1]
    denied = [trial for trial in found if trial["way"] == "denied"]
    lines = []
    for key, best in (
        ("trial-best", max(given, key=_worth, default=None)),
        ("trial-worst", min((one for one in denied if one["value"] < 1), key=_worth, default=None)),
        ("trial-overrated", max((one for one in denied if one["value"] > OVERRATED), key=_worth, default=None)),
    ):
        if best:
            lines.append(say(key, lang, title=best["title"][lang], value=number(best["value"], lang)))
    return lines


def _worth(trial: Figures) -> float:
    return float(trial["value"])


def setting_name(setting: str, game: str, lang: str) -> str:
    """What was changed, as people call it; as it was written where the game is not installed."""
    if game not in game_names():
        return setting
    told = installed_game(game).options.told
    return ", ".join(told(name, value, lang) for name, value in read_setting(setting).items())


def _found(one: Figures, game: str, lang: str) -> str:
    setting = setting_name(one["setting"], game, lang)
    changes = [
        f"{measure_name(m['name'], lang)} {_measure(m, m['base'], lang)} → {_measure(m, m['other'], lang)}"
        for m in one["measures"]
        if m["found"]
    ]
    if not changes:
        return say("found-none", lang, setting=setting, games=number(one["games"], lang, 0))
    return say("found", lang, setting=setting, changes=(" ; " if lang == "fr" else "; ").join(changes))


def _made(figures: Figures, lang: str) -> list[str]:
    first = figures["levels"][0]
    lines = [
        say(
            "made",
            lang,
            games=number(first["games"], lang, 0),
            level=level_name(first["level"], lang),
            players=first["players"],
            seed=figures["seed"],
        ),
        say("changed", lang, options=_options(figures, lang)),
    ]
    return [*lines, say("stopped", lang)] if figures["stopped"] else lines


def _options(figures: Figures, lang: str) -> str:
    given, game = {name: value for name, value in figures["options"].items() if name != "players"}, figures["game"]
    if game not in game_names():
        return ", ".join(f"{name} {written(value)}" for name, value in given.items())
    return " · ".join(installed_game(game).options.told(name, value, lang) for name, value in given.items())


# One level


def _level_table(levels: list[Figures], lang: str) -> Json:
    keys = ("h-level", "h-games", "h-first", "h-turns", "h-half", "h-changes", "h-last")
    half = [level["leader"][HALF_TIME] for level in levels]
    rows = [
        [
            level_name(level["level"], lang),
            number(level["games"], lang, 0),
            f"{number(level['places'][0]['value'], lang)} ± {number(level['places'][0]['half'], lang)}",
            str(level["turns"]["q50"]),
            f"{percent(leader['value'], lang, 1)} ± {percent(leader['half'], lang, 1)}",
            number(level["changes"]["mean"], lang, 1),
            percent(level["last"]["value"], lang) if level["last"]["games"] else "–",
        ]
        for level, leader in zip(levels, half, strict=True)
    ]
    return {"heads": [say(key, lang) for key in keys], "rows": rows}


def _level_plots(level: Figures, lang: str) -> list[Json]:
    return [
        _places_plot(level, lang),
        *_seats_plots(level, lang),
        _turns_plot(level, lang),
        _leader_plot(level, lang),
        _changes_plot(level, lang),
        _scores_plot(level, lang),
        _margins_plot(level, lang),
        *_things_plots(level, lang),
    ]


def _multiples(marks: Sequence[Mark], title: str, lang: str) -> str:
    return plots.intervals(title, marks, 1.0, lambda v: number(v, lang), lambda v: number(v, lang))


def _multiple_rows(items: list[Figures], labels: list[str], lang: str) -> list[list[str]]:
    return [
        [label, number(item["value"], lang, 3), number(item["half"], lang, 3), percent(item["share"], lang, 1)]
        for item, label in zip(items, labels, strict=True)
    ]


def _multiple_heads(lang: str) -> list[str]:
    return [say(key, lang) for key in ("h-what", "h-value", "h-interval", "h-share")]


def _places_plot(level: Figures, lang: str) -> Json:
    labels = [say("place", lang, ordinal=ordinal(n, lang)) for n in range(level["players"])]
    return _even_plot("places", level["places"], labels, lang)


def _seats_plots(level: Figures, lang: str) -> list[Json]:
    labels = [say("seat", lang, letter=letter) for letter in SEATS[: level["players"]]]
    return [_even_plot("seats", level["seats"], labels, lang)] if level["seats"] else []


def _even_plot(key: str, items: list[Figures], labels: list[str], lang: str) -> Json:
    factor = wider(len(items))
    marks = [
        Mark(label, item["value"], item["half"], abs(item["value"] - 1) > item["half"] * factor)
        for label, item in zip(labels, items, strict=True)
    ]
    title, rows = say(key, lang), _multiple_rows(items, labels, lang)
    return _plot(title, _multiples(marks, title, lang), say(f"{key}-note", lang), _multiple_heads(lang), rows)


def _count_rows(histogram: Figures, lang: str) -> list[list[str]]:
    total = sum(histogram["counts"]) or 1
    return [[str(n), percent(count / total, lang, 1)] for n, count in enumerate(histogram["counts"]) if count]


def _count_plot(key: str, histogram: Figures, note: str, lang: str) -> Json:
    counts = histogram["counts"]
    first = next((n for n, count in enumerate(counts) if count), 0)
    svg = plots.histogram(say(key, lang), counts[first:], first, lambda share: percent(share, lang))
    heads = [say("h-what", lang), say("h-share", lang)]
    return _plot(say(key, lang), svg, note, heads, _count_rows(histogram, lang))


def _turns_plot(level: Figures, lang: str) -> Json:
    turns = level["turns"]
    note = say(
        "turns-note",
        lang,
        q50=turns["q50"],
        mean=number(turns["mean"], lang, 1),
        decisions=number(level["decisions"], lang, 1),
    )
    return _count_plot("turns", turns, note, lang)


def _leader_plot(level: Figures, lang: str) -> Json:
    labels = [percent((n + 1) / 10, lang) for n in range(len(level["leader"]))]
    marks = [
        Mark(label, one["value"], one["half"], n == HALF_TIME)
        for n, (label, one) in enumerate(zip(labels, level["leader"], strict=True))
    ]
    svg = plots.curve(say("leader", lang), marks, level["fair"], lambda share: percent(share, lang))
    note = say("leader-note", lang, games=percent(level["leader"][HALF_TIME]["games"], lang))
    heads = [say(key, lang) for key in ("h-what", "h-value", "h-interval")]
    rows = [[mark.label, percent(mark.value, lang, 1), percent(mark.half, lang, 1)] for mark in marks]
    return _plot(say("leader", lang), svg, note, heads, rows)


def _changes_plot(level: Figures, lang: str) -> Json:
    changes, last = level["changes"], level["last"]
    note = say("changes-note", lang, mean=number(changes["mean"], lang, 1))
    if last["games"]:
        note += " " + say("last-note", lang, last=percent(last["value"], lang))
    return _count_plot("changes", changes, note, lang)


_POINTS = ("q05", "q25", "q50", "q75", "q95")


def _scores_plot(level: Figures, lang: str) -> Json:
    labels = [say("rank", lang, ordinal=ordinal(n, lang)) for n in range(level["players"])]
    spans = [
        Span(label, tuple(one[point] for point in _POINTS)) for label, one in zip(labels, level["scores"], strict=True)
    ]
    svg = plots.spreads(say("scores", lang), spans, lambda value: number(value, lang, 0))
    note = say("scores-note", lang)
    heads = [say("h-what", lang), *(spaced(f"{int(point[1:])} %", lang) for point in _POINTS)]
    rows = [[span.label, *(number(point, lang, 0) for point in span.points)] for span in spans]
    return _plot(say("scores", lang), svg, note, heads, rows)


def _margins_plot(level: Figures, lang: str) -> Json:
    margins = level["margins"]
    note = say("margins-note", lang, q50=margins["q50"], mean=number(margins["mean"], lang, 1))
    return _count_plot("margins", margins, note, lang)


def _things_plots(level: Figures, lang: str) -> list[Json]:
    groups: dict[tuple[str, str], list[Figures]] = {}
    for thing in level["things"]:
        groups.setdefault((thing["kind"], thing["way"]), []).append(thing)
    return [_things_plot(kind, way, things, lang) for (kind, way), things in groups.items()]


def _things_plot(kind: str, way: str, things: list[Figures], lang: str) -> Json:
    things = sorted(things, key=lambda thing: -thing["value"])
    factor = wider(len(things))
    labels = [_thing_label(thing, lang) for thing in things]
    marks = [
        Mark(label, thing["value"], thing["half"], abs(thing["value"] - 1) > max(0.25, thing["half"] * factor))
        for thing, label in zip(things, labels, strict=True)
    ]
    title = say(way, lang, kind=say(f"k-{kind}", lang))
    rows = _multiple_rows(things, labels, lang)
    return _plot(title, _multiples(marks, title, lang), say("things-note", lang), _multiple_heads(lang), rows)


def _thing_label(thing: Figures, lang: str) -> str:
    if thing["way"] == "held":
        return say("held-thing", lang, title=thing["title"][lang], share=percent(thing["seats"], lang))
    return say(
        "thing", lang, title=thing["title"][lang], n=number(thing["a_game"], lang, 1 if thing["a_game"] >= 1 else 2)
    )


# Trials, rules, comparisons


def _trial_plots(trials: list[Figures], lang: str) -> list[Json]:
    found = []
    for way in ("denied", "given"):
        ones = sorted((trial for trial in trials if trial["way"] == way), key=lambda trial: -trial["value"])
        if ones:
            labels = [spaced(trial["title"][lang], lang) for trial in ones]
            marks = [
                Mark(label, one["value"], one["half"], abs(one["value"] - 1) > one["half"] * wider(len(trials)))
                for label, one in zip(labels, ones, strict=True)
            ]
            key = f"trials-{way}"
            note = say(f"{key}-note", lang, games=number(ones[0]["games"], lang, 0))
            svg = _multiples(marks, say(key, lang), lang)
            rows = _multiple_rows(ones, labels, lang)
            found.append(_plot(say(key, lang), svg, note, _multiple_heads(lang), rows))
    return found


def _rule_plots(level: Figures, lang: str) -> list[Json]:
    rules = level["rules"]
    if not rules:
        return []
    marks = [Mark(_rule_label(rule, lang), rule["a_game"]) for rule in rules if rule["a_game"]][:MOST_RULES]
    svg = plots.bars(say("rules", lang), marks, lambda value: number(value, lang))
    rows = [[f"{rule['rule']} {rule['text'][lang]}", number(rule["a_game"], lang, 3)] for rule in rules]
    heads = [say("h-what", lang), say("h-value", lang)]
    return [_plot(say("rules", lang), svg, say("rules-note", lang), heads, rows)]


def _rule_label(rule: Figures, lang: str) -> str:
    name = rule["text"][lang].partition(".")[0]
    return f"{rule['rule']} · {name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + '…'}"


def measure_name(name: str, lang: str) -> str:
    if name.startswith("place "):
        return say("m-place", lang, ordinal=ordinal(int(name.split()[1]) - 1, lang))
    return say(f"m-{name}", lang)


def _measure(measure: Figures, value: float, lang: str) -> str:
    shares = measure["name"].startswith("place ") or measure["name"] == "half-time"
    return percent(value, lang, 1) if shares else number(value, lang)


def _compared_plot(one: Figures, game: str, lang: str) -> Json:
    marks = [
        Mark(
            measure_name(m["name"], lang),
            m["value"] / m["base"] * 100 if m["base"] else 0.0,
            m["half"] / abs(m["base"]) * 100 if m["base"] else 0.0,
            m["found"],
        )
        for m in one["measures"]
    ]
    title = say("compared", lang, setting=setting_name(one["setting"], game, lang))
    svg = plots.intervals(
        title,
        marks,
        0.0,
        lambda v: spaced(f"{signed(v, lang, 1)} %", lang),
        lambda v: spaced(f"{signed(v, lang, 0)} %", lang),
    )
    rows = [
        [
            measure_name(m["name"], lang),
            _measure(m, m["base"], lang),
            _measure(m, m["other"], lang),
            f"{signed(m['value'], lang, 3)} ± {number(m['half'], lang, 3)}",
        ]
        for m in one["measures"]
    ]
    heads = [say(key, lang) for key in ("h-what", "h-base", "h-other", "h-difference")]
    note = say("compared-note", lang, games=number(one["games"], lang, 0))
    return _plot(title, svg, note, heads, rows)
