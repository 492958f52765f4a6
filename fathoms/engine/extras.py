"""What only an extra of the package brings: where it is missing, whoever asks for it is told how to get it."""

from collections.abc import Iterator
from contextlib import contextmanager

from fathoms.engine.errors import OptionError


class MissingExtra(OptionError, ImportError):
    """A library that an extra brings is not installed."""


@contextmanager
def needing(extra: str, instead: str = "") -> Iterator[None]:
    """Around imports: one that fails names the extra, and what is allowed without it."""
    try:
        yield
    except ImportError as error:
        otherwise = f"; allowed without it: {instead}" if instead else ""
        message = f"this needs what is not installed here ({error}): pip install 'fathoms[{extra}]'{otherwise}"
        raise MissingExtra(message) from error
