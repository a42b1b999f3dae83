"""A replay in a browser: each step is what the service has, a moment is an address, and the record is checked there."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.kit.waiting import PATIENCE
from tests.toy_game import GAME as TOY
from tests.web.browsing import DESK, PHONE
from tests.web.conftest import Visit
from tests.web.halls import ORGANISER, Hall
from tests.web.tables import call, seated

_SAID = """(board) => {
  const said = board.cloneNode(true);
  said.querySelectorAll('.change').forEach(found => found.remove());
  return said.textContent;
}"""
MOST = 400
"""Answers after which a match of the toy game is over."""


def finished(address: str) -> str:
    """A match of the toy game that two people have played to its end over REST."""
    held = seated(address, TOY.slug, humans=2, bots=0)
    path = f"/v1/matches/{held[0].match}"
    for turn in range(MOST):
        one = held[turn % 2]
        legal = httpx.get(
            f"{address}{path}/legal-actions", headers={"Authorization": f"Bearer {one.token}"}, timeout=PATIENCE
        )
        if legal.status_code == httpx.codes.CONFLICT or not legal.json().get("prompts"):
            if httpx.get(address + path, timeout=PATIENCE).json()["status"] == "FINISHED":
                return held[0].match
            continue
        action = legal.json()["prompts"][0]["actions"][-1]
        call(address, f"{path}/actions", {"token": action["token"]}, one.token)
    raise AssertionError("the match never ended")


@pytest.fixture(scope="module")
def match(address: str) -> str:
    """The match that these tests look at."""
    return finished(address)


def opened(page: Page) -> None:
    """Return as soon as the whole match is there, with a table."""
    page.locator(".board").first.wait_for()
    expect(page.get_by_text("Reading the rest")).to_have_count(0)


def line(page: Page) -> None:
    """Give the line of the match the focus."""
    page.get_by_role("slider", name="The course of the match").focus()


def board(page: Page) -> str:
    """All that the table says, without how much a number has just changed."""
    return str(page.locator(".board").evaluate(_SAID))


def version(page: Page) -> int:
    """The version that is shown."""
    return int(page.get_by_role("slider").input_value())


def test_before_the_start_there_is_no_table_yet(visit: Visit, match: str) -> None:
    page = visit().open(f"/m/{match}?at=1")
    page.get_by_text("The match has not begun here").wait_for()


def test_each_step_is_what_the_service_has_and_asks_it_nothing(visit: Visit, match: str) -> None:
    page = visit().open(f"/m/{match}?at=12")
    opened(page)
    line(page)
    shown = {}
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    while page.get_by_role("slider").get_attribute("max") != str(version(page)):
        page.keyboard.press("ArrowRight")
        shown[version(page)] = board(page)
    assert len(shown) > 10
    assert [path for path in asked if "/v1/" in path and "/events" not in path] == []
    for at in sorted(shown)[:: len(shown) // 4]:
        fresh = visit().open(f"/m/{match}?at={at}")
        opened(fresh)
        assert board(fresh) == shown[at], at


def test_a_step_back_is_where_one_came_from(visit: Visit, match: str) -> None:
    page = visit().open(f"/m/{match}?at=12")
    opened(page)
    line(page)
    page.keyboard.press("ArrowRight")
    first, said = version(page), board(page)
    for there, back in (("ArrowRight", "ArrowLeft"), ("Shift+ArrowRight", "Shift+ArrowLeft")):
        page.keyboard.press(there)
        assert version(page) > first
        page.keyboard.press(back)
        assert version(page) <= first
    page.get_by_label("Go to version").fill(str(first))
    page.get_by_label("Go to version").press("Enter")
    expect(page.get_by_role("slider")).to_have_value(str(first))
    assert board(page) == said
    line(page)
    page.keyboard.press("End")
    expect(page.get_by_role("slider")).not_to_have_value(str(first))
    page.go_back()
    expect(page.get_by_role("slider")).to_have_value(str(first))


def test_a_moment_is_an_address_by_any_eyes(visit: Visit, match: str) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    page = visitor.open(f"/m/{match}?at=20")
    opened(page)
    at = version(page)
    page.get_by_label("Seen by", exact=True).select_option("full")
    opened(page)
    assert version(page) == at
    page.get_by_role("button", name="Copy a link to this moment").click()
    page.get_by_text("The link is copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/m/{match}?at={at}&as=full")
    page.get_by_role("button", name="Two views").click()
    expect(page.locator(".board")).to_have_count(2)
    line(page)
    page.keyboard.press("ArrowRight")
    assert version(page) > at
    visitor.check("replay-two")
    page.get_by_text("What else was possible").click()
    page.locator("details h3").first.wait_for()


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_a_replay_is_whole_and_its_record_holds(visit: Visit, match: str, width: int) -> None:
    visitor = visit(width=width)
    page = visitor.open(f"/m/{match}?at=30")
    opened(page)
    page.get_by_role("button", name="Check it here").click()
    page.get_by_text("The record holds").wait_for()
    page.get_by_text(re.compile(r"\d+ of \d+ compared")).wait_for()
    visitor.check_both(f"replay-{width}")


def test_the_numbers_of_the_players_lead_to_their_turns(visit: Visit, match: str) -> None:
    visitor = visit()
    page = visitor.open(f"/m/{match}?at=12")
    opened(page)
    page.get_by_text("Numbers over the turns").click()
    page.locator("canvas").wait_for()
    rows = page.locator("details").filter(has=page.locator("canvas")).get_by_role("row")
    assert rows.count() > 3
    rows.nth(2).get_by_role("button").click()
    expect(page.get_by_role("slider")).not_to_have_value("12")
    visitor.check("replay-numbers")


def test_a_state_that_is_another_than_in_the_record_is_told(visit: Visit, match: str) -> None:
    visitor = visit()
    page = visitor.open(f"/m/{match}?at=12")
    opened(page)

    def changed(route: Route) -> None:
        state = route.fetch().json()
        state["view"] = {**state["view"], "turn": 99}
        route.fulfill(json=state)

    page.context.route(re.compile(r"/state\?at="), changed)
    page.get_by_role("button", name="Check it here").click()
    page.get_by_text("The service shows another match than the record has").wait_for()


def test_a_file_is_checked_without_the_service_and_a_changed_one_is_refused_by_its_line(
    visit: Visit, address: str, match: str, tmp_path: Path
) -> None:
    record = httpx.get(f"{address}/v1/matches/{match}/replay", timeout=PATIENCE).content
    good, bad = tmp_path / "good.ndjson", tmp_path / "bad.ndjson"
    good.write_bytes(record)
    lines = record.splitlines(keepends=True)
    place = next(number for number, one in enumerate(lines) if number > len(lines) // 2 and b'"seat":0' in one)
    lines[place] = lines[place].replace(b'"seat":0', b'"seat":1', 1)
    bad.write_bytes(b"".join(lines))
    visitor = visit()
    page = visitor.open("/replay")
    page.get_by_label("A replay file from this device").last.set_input_files(good)
    page.get_by_text("The record holds").wait_for()
    expect(page.get_by_role("link", name="Watch it")).to_have_attribute("href", re.compile(f"^/m/{match}"))
    visitor.check("file-good")
    page.get_by_label("A replay file from this device").last.set_input_files(bad)
    page.get_by_text("The record does not hold").wait_for()
    page.get_by_text(f"Line {place + 1}:").wait_for()
    visitor.check("file-bad")


def test_an_account_goes_on_from_a_moment(visit: Visit, house: Hall, match: str) -> None:
    visitor = visit()
    house.enter(visitor.page, ORGANISER)
    page = visitor.open(f"/m/{match}?at=20")
    opened(page)
    page.get_by_role("button", name="Fork here").click()
    nearest = page.get_by_role("button", name="Fork at version")
    nearest.wait_for()
    assert "the nearest is" in page.locator(".fault").inner_text()
    nearest.click()
    page.wait_for_url(lambda url: "?at=" not in url)
    page.get_by_role("group", name="Seats that play here").or_(page.locator(".board")).first.wait_for()
    visitor.faults[:] = [fault for fault in visitor.faults if "409" not in fault]


def test_a_hand_on_the_line_stops_at_tables_and_the_way_back_leads_where_it_was(visit: Visit, match: str) -> None:
    page = visit().open(f"/m/{match}?at=20")
    opened(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    slider = page.get_by_role("slider")
    shown = {}
    for at in range(13, 40):
        slider.fill(str(at))
        shown[at] = version(page)
    assert all(there <= at for at, there in shown.items())
    assert any(there < at for at, there in shown.items())
    assert [path for path in asked if "/state" in path] == []
    line(page)
    page.keyboard.press("ArrowLeft")
    last = version(page)
    page.keyboard.press("End")
    page.go_back()
    expect(slider).to_have_value(str(last))
    page.wait_for_url(f"**?at={last}&as=spectator")
