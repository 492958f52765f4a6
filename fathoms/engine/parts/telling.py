"""What games' words do alike: a line or a choice by its verb, a choice with its values, the question of a phase."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from fathoms.engine.kinds import View
from fathoms.engine.options import Text
from fathoms.engine.seats import Naming

Forms = Mapping[str, Text]  # a verb, or another key -> what is said, with room for words


@dataclass(frozen=True)
class Phrases:
    """What a game says of each verb; `word` puts what stands after one into a language."""

    of_sea: Forms
    of_seats: Forms
    labels: Forms
    word: Callable[[str, str, Naming], str]

    def sentence(self, who: str, verb: str, rest: Sequence[str], lang: str, name: Naming) -> str:
        """An event line as a sentence."""
        words = self._words(rest, lang, name)
        if who == "sea":
            return self.of_sea[verb][lang].format(*words)
        return self.of_seats[verb][lang].format(name(who), *words)

    def label(self, verb: str, rest: Sequence[str], lang: str, name: Naming) -> str:
        """A choice as the words on a button."""
        return self.labels[verb][lang].format(*self._words(rest, lang, name))

    def _words(self, rest: Sequence[str], lang: str, name: Naming) -> list[str]:
        return [self.word(word, lang, name) for word in rest]


def with_values(forms: Forms, key: str, values: Sequence[object], label: str, lang: str) -> str:
    """A choice's label with its values, in the form of that key; the label alone where there is no key."""
    return forms[key][lang].format(*values, label=label) if key else label


def asked_in(forms: Forms, phase: str, lang: str, **words: object) -> str:
    """What a phase asks; nothing where it has no question."""
    return forms[phase][lang].format(**words) if phase in forms else ""


def always_open(view: View, choice: str) -> bool:
    """`is_open` of a game in which all that follows from a choice, up to the next chance, is known to the chooser."""
    return True
