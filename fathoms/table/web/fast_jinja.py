"""Templates drawn quickly: Jinja with shorter ways for what our templates do most, and pieces drawn once and kept.

What comes out is what plain Jinja draws, byte for byte (tests/table/test_fast_jinja.py).
"""

from collections.abc import Callable, MutableMapping
from functools import lru_cache
from itertools import count
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any

from jinja2 import Environment, Template, Undefined, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup, escape

from fathoms.engine.seats import Name
from fathoms.table.web.recent import Recent

MOST_KEPT = 2048  # pieces in each of two generations; a piece is a few hundred bytes to a few kilobytes


class Wanted:
    """A piece that is not kept and has to be drawn."""

    __slots__ = ("key",)

    def __init__(self, key: str) -> None:
        self.key = key

    def __bool__(self) -> bool:
        return False


class Memory(Recent[str, Markup]):
    """The last pieces drawn."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        super().__init__(most)

    def find(self, known: tuple[Any, ...]) -> Markup | Wanted:
        """The piece that depends on what is known: its tag, its language and all that its tag names."""
        key = repr(known)
        found = self.get(key)
        return Wanted(key) if found is None else found

    def keep(self, piece: Markup, wanted: Wanted) -> Markup:
        return self.put(wanted.key, piece)


class Keep(Extension):
    """`{% keep a, b %}…{% endkeep %}`: drawn once for each language and each value of all that it depends on.

    What is set inside stays inside.
    """

    tags = {"keep"}  # noqa: RUF012
    _number = count()  # of the tag: its template's name and line may be another template's too

    def parse(self, parser: Parser) -> list[nodes.Node] | nodes.Node:
        line = next(parser.stream).lineno
        depends = parser.parse_tuple()
        body = parser.parse_statements(("name:endkeep",), drop_needle=True)
        if not isinstance(self.environment, FastEnvironment):
            return nodes.Scope(body).set_lineno(line)
        known = nodes.Tuple([nodes.Const(next(self._number)), nodes.Name("lang", "load"), depends], "load")
        piece, drawn = parser.free_identifier(line), parser.free_identifier(line)
        draw = [nodes.AssignBlock(drawn, None, body), nodes.Assign(piece, _call("keep_piece", drawn, piece))]
        found: list[nodes.Node] = [
            nodes.Assign(piece, _call("find_piece", known)),
            nodes.If(nodes.Not(piece), draw, [], []),
            nodes.Output([piece]),
        ]
        return [one.set_lineno(line) for one in found]


def _call(function: str, first: nodes.Expr, *more: nodes.Expr) -> nodes.Expr:
    """A filter is called without the detour of a function's name, which might ask for the template's context."""
    return nodes.Filter(first, function, list(more), [], None, None)


@lru_cache(MOST_KEPT)
def _escaped(text: str) -> str:
    return str(escape(text))


def quick_escape(value: Any) -> str:
    """As `escape`, for what is written out at once and so need not be marked as safe."""
    kind = type(value)
    if kind is str or kind is Name:
        return _escaped(value)
    if isinstance(value, Markup):
        return value
    return str(value) if kind is int or kind is Undefined else escape(value)


class QuickMacro(Macro):
    """A macro called from a template with all that it takes: no search for what is missing or too much."""

    def __call__(self, *args: Any, **kwargs: Any) -> str:
        if kwargs or len(args) > self._argument_count or self.catch_varargs or self.catch_kwargs or self.caller:
            return super().__call__(*args, **kwargs)
        if len(args) < self._argument_count:
            args += (missing,) * (self._argument_count - len(args))
        return str.__new__(Markup, self._func(*args))  # as Markup(…), which first asks what it is given


_OF_DICTS = frozenset(dir(dict))
_DIRECT = frozenset((QuickMacro, BuiltinFunctionType, type(_escaped)))  # never ask for the context they are called from


class QuickContext(Context):
    def call(self, what: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        kind = type(what)
        if kind not in _DIRECT and (kind is not FunctionType or what.__dict__):  # what a function asks for, it bears
            return super().call(what, *args, **kwargs)
        if kwargs:
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
        return what(*args, **kwargs)


class QuickTemplate(Template):
    """A template whose compiled code finds our shorter ways under the names it calls."""

    @classmethod
    def from_code(
        cls,
        environment: Environment,
        code: CodeType,
        globals: MutableMapping[str, Any],
        uptodate: Callable[[], bool] | None = None,
    ) -> Template:
        made = super().from_code(environment, code, globals, uptodate)
        made.root_render_func.__globals__.update(escape=quick_escape, Macro=QuickMacro)
        return made


def _without_waiting(function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter of Jinja's that need not ask each time whether it is to wait for what it is given: here it never is."""
    return getattr(function, "__wrapped__", function) if hasattr(function, "jinja_async_variant") else function


class FastEnvironment(Environment):
    """Draws what an `Environment` with the same settings draws."""

    context_class = QuickContext
    template_class = QuickTemplate

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.memory = Memory()
        self.filters = {name: _without_waiting(function) for name, function in self.filters.items()}
        self.filters.update(find_piece=self.memory.find, keep_piece=self.memory.keep)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """In one dict: Jinja's chain of two is gone through for each template drawn. What is global is told before."""
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """As Jinja's; views are dicts, and looking for an attribute they do not have takes time."""
        if type(obj) is dict and attribute not in _OF_DICTS:
            try:
                return obj[attribute]
            except KeyError:
                pass
        return super().getattr(obj, attribute)
