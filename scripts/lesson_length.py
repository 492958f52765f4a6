"""How long each lesson takes somebody who reads calmly: `python scripts/lesson_length.py`."""

from fathoms.engine.game import working_games
from fathoms.engine.parts.lesson import lesson_of, seconds_of
from fathoms.engine.rulebook import LANGUAGES


def main() -> None:
    for game in working_games():
        lesson = lesson_of(game)
        if lesson:
            told = ", ".join(f"{lang} {seconds_of(lesson, lang) / 60:.1f} min" for lang in LANGUAGES)
            print(f"{game.name:<12} {len(lesson.steps)} steps, {lesson.events} events: {told}")


if __name__ == "__main__":
    main()
