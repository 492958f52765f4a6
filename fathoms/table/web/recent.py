"""What was worked out lately and may be asked for again, bounded."""

from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """The last values, by all that they depend on. Two generations, so that forgetting costs nothing.

    What is used again moves on. Threads share it: two may work out the same at the same time, and either's will do.
    """

    def __init__(self, most: int) -> None:
        self.most = most  # in each of the two
        self._young: dict[Key, Value] = {}
        self._old: dict[Key, Value] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def get(self, key: Key) -> Value | None:
        found = self._young.get(key)
        if found is not None:
            return found
        found = self._old.get(key)
        return None if found is None else self.put(key, found)

    def put(self, key: Key, value: Value) -> Value:
        if len(self._young) >= self.most:
            self._old, self._young = self._young, {}
        self._young[key] = value
        return value
