"""The console of the commands: French points (« : », « ; ») never begin a line."""

import re
from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

_TIED = "\ue000"  # stands for a space that must not break while Rich wraps lines; Rich breaks at no-break spaces too
_LOOSE = re.compile("(?<=[^ ]) (?=[:;!?»%])|(?<=«) ")


class TypesetConsole(Console):
    """A console that keeps a point of French on the line of the word before it."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(_tied(renderable), options):
            text = segment.text.replace(_TIED, " ")
            yield segment if text == segment.text else Segment(text, segment.style, segment.control)


def _tied(renderable: RenderableType) -> RenderableType:
    """The same text, with spaces that do not break before a point."""
    if isinstance(renderable, str):
        return _LOOSE.sub(_TIED, renderable)
    if isinstance(renderable, Text):
        tied = renderable.copy()
        tied.plain = _LOOSE.sub(_TIED, renderable.plain)
        return tied
    return renderable
