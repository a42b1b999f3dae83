"""Several people at one match, each with a browser of their own: what their pages send and show, and the record."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from random import Random
from typing import Any

from playwright.sync_api import Error, Page

from tests.e2e.servers import acts, match_of, whole_log
from tests.kit.waiting import PATIENCE
from tests.web.browsing import Visitor
from tests.web.tables import Held, by_clicks, laid, sit, stands

EXPECTED = ("WebSocket connection to", "net::ERR_", *(f"a status of {status} " for status in (409, 422, 502, 503, 504)))
"""What a browser itself tells of a connection that was cut, and of an answer that came too late."""
_NOTES_STATES = """
window.saidStates = [];
new MutationObserver(() => {
  const said = document.querySelector('.state')?.dataset.state;
  if (said && said !== saidStates.at(-1)) saidStates.push(said);
}).observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ['data-state']});
"""
_NOTES_ANSWERS = """
window.sentAnswers = {};
const send = fetch;
window.fetch = async (request, ...more) => {
  if (!request.url?.endsWith('/actions') || request.method !== 'POST') return send(request, ...more);
  const said = JSON.parse(await request.clone().text());
  const noted = sentAnswers[request.headers.get('Idempotency-Key')] ??= { said, statuses: [], tries: 0 };
  noted.same = JSON.stringify(said) === JSON.stringify(noted.said);
  noted.tries += 1;
  const answer = await send(request, ...more);
  noted.statuses.push(answer.status);
  return answer;
};
"""
_FLASH = re.compile(r"[+−]\d+")
_VERSION = "() => Number(document.querySelector('a[href*=\"?at=\"]')?.href.split('?at=')[1] ?? 0)"


@dataclass(frozen=True)
class Answer:
    """What a page sent under one key, how often, and the statuses that came back."""

    seat: int
    said: Mapping[str, Any]
    statuses: Sequence[int]
    tries: int
    same: bool
    """Whether it said the same each time."""

    @property
    def taken(self) -> bool:
        return any(status < 300 for status in self.statuses)

    @property
    def known(self) -> bool:
        """Whether the page has learnt what became of it."""
        return self.taken or any(400 <= status < 500 and status != 429 for status in self.statuses)

    @property
    def name(self) -> tuple[object, ...]:
        return self.seat, self.said["type"], int(self.said["promptId"].removeprefix("pr_")), self.said["revision"]


@dataclass
class Person:
    """Somebody before a page, with a seat or as a watcher."""

    visitor: Visitor
    page: Page
    seat: int | None
    step: Callable[[Page], None]

    @property
    def version(self) -> int:
        """How far the page is."""
        return int(self.page.evaluate(_VERSION))

    @property
    def states(self) -> list[str]:
        """What the head of the page has said of the connection, one after the other."""
        return list(self.page.evaluate("saidStates"))

    @property
    def answers(self) -> list[Answer]:
        """What the page has sent."""
        if self.seat is None:
            return []
        return [Answer(self.seat, **sent) for sent in self.page.evaluate("Object.values(sentAnswers)")]

    def says(self, state: str) -> None:
        """Return as soon as the head of the page says so."""
        try:
            self.page.locator(".state").get_by_text(state, exact=True).wait_for(timeout=PATIENCE * 1_000)
        except Error as error:
            error.add_note(f"seat {self.seat}, version {self.version}: {self.states}, {self.visitor.faults[-8:]}")
            raise


class Company:
    """The people at a match. They come to its page by `visit`."""

    def __init__(self, visit: Callable[..., Visitor], match: str, seed: int = 1) -> None:
        self.people: list[Person] = []
        self.match = match
        self._random = Random(seed)
        self._visit = visit

    def sit(self, held: Held, **how: Any) -> None:
        """Somebody sits down with a browser."""
        visitor = self.enter(**how)
        self.join(visitor, sit(visitor, held), held.seat)

    def watch(self, **how: Any) -> None:
        """Somebody looks on."""
        visitor = self.enter(**how)
        self.join(visitor, visitor.open(f"/m/{self.match}"), None)

    def enter(self, *who: str, **how: Any) -> Visitor:
        """A visitor whose page takes notes from now on."""
        visitor = self._visit(*who, **how)
        for told in EXPECTED:
            visitor.expects(told)
        for notes in (_NOTES_STATES, _NOTES_ANSWERS):
            visitor.page.add_init_script(notes)
        return visitor

    def join(self, visitor: Visitor, page: Page, seat: int | None) -> None:
        """Such a visitor is there, whose page shows the match already, or soon."""
        touch = bool(page.evaluate("navigator.maxTouchPoints"))
        self.people.append(Person(visitor, page, seat, by_clicks(self._random, touch=touch)))
        laid(page)

    @property
    def answers(self) -> list[Answer]:
        """What all of them have sent."""
        return [answer for person in self.people for answer in person.answers]

    def turn(self) -> Person | None:
        """Somebody who is asked, as soon as anybody is; None: the match is over before all eyes."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = [(person, stands(person.page)) for person in self.people]
            asked = [person for person, what in found if what == "asked" and person.seat is not None]
            if asked:
                return self._random.choice(asked)
            if all(what == "over" for _, what in found):
                return None
            self.wait()
        raise AssertionError(f"nobody is asked, and the match is not over: {[what for _, what in found]}")

    def play(self, instead: Callable[[int, Person], bool] = lambda _, __: False) -> int:
        """Play to the end, by clicks; how many turns it took. What `instead` does is no turn of theirs."""
        turns, tries, end = 0, 0, 0.0
        while (person := self.turn()) is not None:
            if (now := self._tries()) > tries or turns == 0:
                tries, end = now, time.monotonic() + PATIENCE
            assert time.monotonic() < end, f"no click sends anything: {self._told()}"
            if not instead(turns, person):
                person.step(person.page)
            turns += 1
        return turns

    def answer(self, person: Person) -> None:
        """Somebody clicks until the page sends an answer."""
        before = self._tries()

        def sent() -> bool:
            if self._tries() == before:
                person.step(person.page)
            return self._tries() > before

        self.until(sent)

    def settle(self, version: Callable[[], int]) -> None:
        """Until every answer has got its own, and every page is as far as the service."""
        self.until(lambda: all(answer.known for answer in self.answers))
        self.until(lambda: {person.version for person in self.people} == {version()})

    def all_say(self, state: str) -> None:
        for person in self.people:
            person.says(state)

    def until(self, so: Callable[[], object]) -> None:
        """Until it is so; the pages go on meanwhile."""
        end = time.monotonic() + PATIENCE
        while not so():
            assert time.monotonic() < end, f"it never came: {self._told()}"
            self.wait()

    def wait(self) -> None:
        """A moment in which the pages go on."""
        self.people[0].page.wait_for_timeout(25)

    def check(self, address: str) -> None:
        """The record has each answer once, and every page has come to where a new one begins."""
        log = whole_log(address, self.match)
        assert [event["version"] for event in log] == list(range(1, len(log) + 1))
        recorded = Counter(_name(event) for event in acts(log))
        taken = Counter(answer.name for answer in self.answers if answer.taken)
        assert all(answer.same for answer in self.answers)
        assert all(answer.known for answer in self.answers), "a page never learnt what became of an answer"
        assert recorded == taken, (recorded - taken, taken - recorded)
        version = match_of(address, self.match)["version"]
        for person in self.people:
            assert person.version == version
        self._compare()

    def _compare(self) -> None:
        before = [_shown(person.page) for person in self.people]
        for person, was in zip(self.people, before, strict=True):
            person.page.reload()
            laid(person.page)
            person.page.locator("#ending").wait_for()
            other = list(unified_diff(was, _shown(person.page), "before", "anew", lineterm="", n=2))
            assert not other, "\n".join(other)

    def _told(self) -> list[str]:
        """How far everybody is: what stands before them, and what their last answers have come to."""
        return [
            f"seat {one.seat}, {stands(one.page)} at version {one.version}, {one.states[-3:]}, {one.answers[-2:]}, "
            f"{one.page.locator('#prompt').all_inner_texts()}"
            for one in self.people
        ]

    def _tries(self) -> int:
        return sum(answer.tries for answer in self.answers)


def _name(event: Mapping[str, Any]) -> tuple[object, ...]:
    data = event["data"]
    return data["seat"], data["action"]["type"], data["prompt"], data.get("revision", 0)


def _shown(page: Page) -> list[str]:
    """The table as it is to be read, without what says for a moment that a number has changed."""
    return [line for line in page.locator(".board").inner_text().splitlines() if not _FLASH.fullmatch(line)]
