"""The form that sets a table, as people fill it in: what cannot be comes back with a word beside it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive


@pytest.mark.parametrize(("lang", "allowed"), [("en", "0 (no clock) to 86400"), ("fr", "0 (sans pendule) à 86400")])
def test_a_clock_that_cannot_be_is_mended_where_it_was_typed(arrive: Arrive, lang: str, allowed: str) -> None:
    ann = arrive("Ann", lang=lang)
    page = ann.go("/new/locker")
    page.locator(".rest > summary").click()
    page.locator("[name=each]").check()
    page.locator("[name=players]").select_option("3")
    page.locator("[name=seat_B]").select_option("here")
    page.locator("[name=name_B]").fill("Bob")
    page.locator("[name=seat_C]").select_option("deckhand")
    page.locator("[name=divers]").select_option("each")
    page.locator("[name=divers_C]").select_option("decoy")
    page.locator("[name=clock]").select_option("own")
    page.locator("[name=move_seconds]").fill("soon")
    page.locator("form.sheet button.go").click()

    clock = page.locator("[name=move_seconds]")
    expect(clock).to_have_value("soon")
    expect(clock).to_have_accessible_description(page.locator(".fault").inner_text())
    expect(page.locator(".fault")).to_contain_text(allowed)
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("[name=players]")).to_have_value("3")
    expect(page.locator("[name=name_B]")).to_have_value("Bob")
    expect(page.locator("[name=name_B]")).to_be_visible()
    expect(page.locator("[name=divers_C]")).to_have_value("decoy")
    expect(page.locator("[name=divers_C]")).to_be_visible()
    expect(page.locator("[data-seat='4']").first).to_be_hidden()

    clock.fill("60")
    assert all("422" in fault for fault in ann.faults), "the browser notes that the form came back"
    page.locator("form.sheet button.go").click()
    page.wait_for_url("**/t/*")
