"""A request with a field that cannot be: what is wrong and what is allowed, in the asker's language and plain words."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from fathoms.table import app
from fathoms.table.settings import Settings
from fathoms.table.web.telling.faults import faults_told
from tests.table.playing import Host, people, routes_of

ODD: list[Any] = [None, 3, 1.5, -1, 10**12, float("inf"), "", "x" * 500, "é", True, [], [1], ["x"] * 50, {}, "\ud800"]
OF_PYDANTIC = re.compile(r"[Ii]nput|[Ss]hould|valid\b|[Rr]equired|pydantic|parse")


def bodies() -> set[type[BaseModel]]:
    """What routes take as JSON."""
    routes = [one for one in routes_of(app.create_app(Settings(database="sqlite://"))) if hasattr(one, "dependant")]
    found = {body.field_info.annotation for one in routes for body in one.dependant.body_params}
    return {one for one in found if isinstance(one, type) and issubclass(one, BaseModel)}


def errors_of(kind: Any, value: Any) -> list[Any]:
    try:
        TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        return [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
    return []


def odd_bodies(kind: type[BaseModel]) -> Iterator[Any]:
    yield from ODD
    for name in kind.model_fields:
        yield from ({name: odd} for odd in ODD)


@pytest.mark.parametrize("kind", sorted(bodies(), key=lambda one: f"{one.__module__}.{one.__name__}"))
def test_every_fault_of_a_body_is_told_in_both_languages(kind: type[BaseModel]) -> None:
    for body in odd_bodies(kind):
        faults = errors_of(kind, body)
        english, french = faults_told(faults, "en"), faults_told(faults, "fr")
        assert not OF_PYDANTIC.search(english + french), (body, english, french)
        assert not faults or english != french


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "text: this is too long; allowed: up to 280 characters"),
        ("fr", "text : c’est trop long ; permis : jusqu’à 280 caractères"),
    ],
)
def test_what_is_too_long_to_say_is_refused_in_the_readers_words(host: Host, lang: str, told: str) -> None:
    table = host.table("locker", people(2))
    with host.browser(cookies={"fathoms_lang": lang}) as page:
        answer = page.post(f"/t/{table.id}/say", json={"text": "x" * 300})
    assert answer.status_code == 422
    assert re.sub(r"\s", " ", answer.json()["message"]) == told
    assert answer.json()["error"] == "text: this is too long; allowed: up to 280 characters"


def test_a_page_asked_for_with_an_odd_number_speaks_french(host: Host) -> None:
    table = host.table("locker", people(2))
    with host.browser(cookies={"fathoms_lang": "fr"}, headers={"accept": "text/html"}) as page:
        answer = page.get(f"/t/{table.id}/replay.json", params={"at": "douze"})
    assert answer.status_code == 422
    assert "ce doit être un nombre entier" in answer.text
    assert 'lang="fr"' in answer.text


def test_what_is_no_json_is_called_so(host: Host) -> None:
    table = host.table("locker", people(2))
    headers = {"content-type": "application/json"}
    answer = host.web.post(f"{host.base}/t/{table.id}/say", content=b'{"text": ', headers=headers)
    assert answer.json()["error"] == "this is no JSON"
