"""Several workers share the tests so that none is left over at the end."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.quick import ROOT
from tests.shares import SLOW_FIRST, Shares, kind_of, slowness, step_back

FILES = ["tests/bots/test_a.py", "tests/browser/test_b.py", "tests/browser/test_c.py", "tests/table/test_d.py"]
FILES += ["tests/table/test_e.py", "tests/lab/test_f.py"]


class Worker:
    """Takes note of the files it was given."""

    def __init__(self, name: str) -> None:
        self.gateway = SimpleNamespace(id=name)
        self.files: list[str] = []
        self.is_done = False

    def send_runtest_some(self, places: list[int]) -> None:
        self.files += [FILES[place // 10] for place in places[:1]]

    def shutdown(self) -> None:
        self.is_done = True

    shutting_down = property(lambda self: self.is_done)


def shared(workers: int) -> list[Worker]:
    """Who was given what to begin with; each file has ten tests."""
    option: Any = SimpleNamespace(loadscopereorder=True, maxfail=0)
    config: Any = SimpleNamespace(option=option, getvalue=lambda name: ["popen"] * workers if name == "tx" else None)
    shares, crew = Shares(config, None), [Worker(f"gw{number}") for number in range(workers)]
    for worker in reversed(crew):  # in whatever order they are ready
        shares.add_node(worker)  # type: ignore[arg-type]
        shares.add_node_collection(worker, [f"{file}::test_{n}" for file in FILES for n in range(10)])  # type: ignore[arg-type]
    shares.schedule()
    return crew


def test_each_worker_begins_with_its_own_kind() -> None:
    first, second, third, fourth = shared(4)
    assert first.files == ["tests/browser/test_b.py"]
    assert second.files == ["tests/bots/test_a.py"]
    assert sorted(third.files + fourth.files) == ["tests/table/test_d.py", "tests/table/test_e.py"]


def test_who_has_nothing_left_of_a_kind_helps_with_another() -> None:
    kinds = [kind_of(worker.files[0]) for worker in shared(5)[2:]]
    assert sorted(kinds) == ["browser", "plain", "plain"]


def test_only_the_worker_that_compiles_does_not_step_back(monkeypatch: pytest.MonkeyPatch) -> None:
    stepped: list[int] = []
    monkeypatch.setattr("os.nice", stepped.append)
    step_back("gw1")
    assert not stepped
    step_back("gw0")
    assert stepped


def test_a_worker_alone_begins_with_the_browsers_tests_too() -> None:
    assert shared(1)[0].files == ["tests/browser/test_b.py"]


def test_what_is_known_to_be_slow_is_there() -> None:
    for start in SLOW_FIRST:
        assert list(ROOT.glob(f"{start}*")), start


def test_slow_files_come_first() -> None:
    assert slowness("tests/bots/test_values.py") < slowness("tests/bots/test_a.py") < slowness("tests/test_house.py")
