"""`playledger replay` in a real pseudo-terminal: keys are pressed, the screen is read."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest
from rich.text import Text

from api_schema.ports.matches import EventOut, StateOut
from service.bootstrap import Playledger
from service.cli.keyboard import keys_in
from service.cli.screen import fit
from service.cli.stepping import KEYS
from service.cli.stores import over_store, settings
from service.cli.story import events_and_state
from tests.kit.process import ROOT
from tests.kit.recorded import Recorded, Scribe
from tests.kit.served import sqlite_url
from tests.kit.terminal import Terminal, terminal

LEFT, RIGHT, HOME, END = "\x1b[D", "\x1b[C", "\x1b[H", "\x1b[F"


@dataclass
class Kept:
    """A stored match of three bots, and what a program is told of it."""

    store: str
    match: str
    events: Sequence[EventOut]

    @property
    def last(self) -> int:
        return len(self.events)

    def state(self, viewer: str, at: int) -> StateOut:
        return _told(self.store, self.match, viewer, at)[1]

    def header(self, version: int) -> str:
        return f"version {version} of {self.last}"

    def line(self, version: int) -> str:
        """The current event as the full record tells it."""
        return f">{version:>5} {self.events[version - 1].text}"[:120]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    store = sqlite_url(tmp_path_factory.mktemp("stepping"))
    recorded = Scribe("c4", "stepping", 3).join_all().play().recorded
    over_store(settings(store), lambda playledger: _put(playledger, recorded))
    return Kept(store, recorded.match, _told(store, recorded.match, "full", None)[0])


async def _put(playledger: Playledger, recorded: Recorded) -> None:
    await recorded.put_into(playledger.store, playledger.vault)


def _told(store: str, match: str, viewer: str, at: int | None) -> tuple[list[EventOut], StateOut]:
    return over_store(settings(store), lambda playledger: events_and_state(playledger, match, viewer, at))


def opened(kept: Kept, *arguments: str, **size: int) -> Any:
    return terminal("replay", kept.match, "--store", kept.store, *arguments, **size)


def goes(screen: Terminal, kept: Kept, keys: str, version: int) -> None:
    """The keys lead to this version, whose event is the marked one."""
    screen.press(keys)
    assert _is_marked(kept.line(version), screen.shows(kept.header(version)))


def _is_marked(line: str, screen: Sequence[str]) -> bool:
    """Whether an event has its line, perhaps with its rules behind it."""
    return any(shown == line or shown.startswith(f"{line} [") for shown in screen)


@pytest.mark.programs
def test_keys_lead_on_and_back(kept: Kept) -> None:
    with opened(kept) as screen:
        lines = screen.shows(kept.header(1))
        assert lines[0].startswith(f"{kept.match}  ConCardia C4")
        assert "seen as full" in lines[1]
        assert KEYS in lines
        for keys, version in (("n", 2), (" ", 3), (RIGHT, 4), ("p", 3), ("b", 2), (LEFT, 1), ("nnn" + RIGHT, 5)):
            goes(screen, kept, keys, version)
        goes(screen, kept, END, kept.last)
        assert any(line.startswith("Over: win [C4-7") for line in screen.screen())
        screen.press("n")
        screen.shows("this is the last version")
        goes(screen, kept, HOME, 1)
        screen.press("p")
        screen.shows("this is the first version")
        screen.press("q")
        assert screen.ended() == 0
    assert screen.said.rstrip().endswith("\x1b[?25h"), "the screen of before is there again, with its cursor"


@pytest.mark.nightly
def test_keys_lead_from_action_to_action(kept: Kept) -> None:
    ends = [event.version for event in kept.events if event.batch_end]
    place = next(n for n, (one, two) in enumerate(pairwise(ends)) if n > 3 and two - one > 2)
    with opened(kept, "--at", str(ends[place] + 1)) as screen:
        assert "an action is being resolved" in screen.shows(kept.header(ends[place] + 1))[1]
        goes(screen, kept, "N", ends[place + 1])
        assert "resolved" not in screen.screen()[1]
        goes(screen, kept, "N", ends[place + 2])
        goes(screen, kept, "BB", ends[place])
        goes(screen, kept, "nB", ends[place])


@pytest.mark.nightly
def test_a_version_is_gone_to_by_its_number(kept: Kept) -> None:
    with opened(kept) as screen:
        screen.shows(kept.header(1))
        screen.press("g")
        screen.shows(f"go to version (1 to {kept.last}): _")
        goes(screen, kept, "123\x7f0\r", 120)
        for wrong, said in (("0", "0"), (str(kept.last + 1), str(kept.last + 1)), ("1x", "1x"), ("", "nothing")):
            screen.press(f"g{wrong}\r")
            screen.shows(f"{said} is no version: type a whole number from 1 to {kept.last}")
            assert _is_marked(kept.line(120), screen.screen()), "a wrong number leads nowhere"
        screen.press("g5\x1b")
        assert _is_marked(kept.line(120), screen.shows(KEYS))
        screen.press("x")
        screen.shows("? tells which keys there are")
        screen.press("?")
        screen.shows("the end of the next action")


def hand_of(text: str, number: int) -> str:
    """What the table shows of a hand and behind it, in one line. Who has no cards there has no such entry."""
    seats = re.split(r"\n[* ] P\d+: ", text)
    return " ".join(seats[number + 1].split("hand ", 1)[1].split())


@pytest.mark.programs
def test_a_seat_sees_its_hand_its_questions_and_its_answers_and_of_others_nothing(kept: Kept) -> None:
    asked = [event for event in kept.events if event.type == "prompt_opened" and event.data["kind"] == "main"]
    stops = [next(end.version for end in kept.events[event.version :] if end.batch_end) for event in asked[3:9]]
    held = {version: kept.state("full", version) for version in stops}
    version, state = next(
        (version, state) for version, state in held.items() if state.view.players[state.prompts[0].seat].hand
    )
    number = state.prompts[0].seat
    other = (number + 1) % 3
    own, strange = kept.state(f"seat:{number}", version), kept.state(f"seat:{other}", version)
    hand = own.view.players[number].hand[0].name
    with opened(kept, "--at", str(version), "--as", f"seat:{number}") as screen:
        text = "\n".join(screen.shows(kept.header(version)))
        assert f"seen as seat:{number} (P{number + 1})" in text
        assert f"P{number + 1} is asked: main [C4-204]" in text
        assert "End the turn" in text.replace("\n", " "), "where a line breaks follows from its length"
        assert "when the time is up: end turn" in text
        assert own.hash in text
        assert own.head_hash in text
        assert hand in hand_of(text, number)
        for _ in range((other - number) % 5):
            screen.press("a")
        text = "\n".join(screen.shows(f"seen as seat:{other} (P{other + 1})"))
        assert strange.hash in text
        assert f"P{number + 1} is asked: main [C4-204]" in text
        assert "End the turn" not in text.replace("\n", " ")
        assert re.match(rf"{len(own.view.players[number].hand)}(?![:\d])", hand_of(text, number)), "only counted"


@pytest.mark.nightly
def test_what_does_not_fit_is_said_to_be_there(kept: Kept) -> None:
    with opened(kept, "--as", "full", "--at", str(kept.last - 40), rows=18, columns=60) as screen:
        lines = screen.shows(KEYS[:50])
        assert len(lines) == 18
        assert all(len(line) <= 60 for line in lines)
        assert any(re.fullmatch(r"\.\.\. and \d+ more lines", line) for line in lines)


@pytest.mark.programs
def test_ctrl_c_leaves_the_terminal_as_it_was(kept: Kept) -> None:
    with opened(kept) as screen:
        screen.shows(kept.header(1))
        screen.press("\x03")
        assert screen.ended() in (1, 130, -signal.SIGINT)
        assert screen.said.count("\x1b[?1049h") == screen.said.count("\x1b[?1049l") == 1
        assert "Traceback" not in screen.said


@pytest.mark.nightly
def test_bad_arguments_are_told_in_one_line_in_a_terminal_too(kept: Kept) -> None:
    for arguments, said in (
        (["--as", "seat:9"], "--as: full, spectator, or seat:0 to seat:2"),
        (["--at", "99999"], f"--at: the match has versions 1 to {kept.last}"),
    ):
        with opened(kept, *arguments) as screen:
            assert screen.ended() == 2
            assert said in screen.said


@pytest.mark.nightly
def test_json_and_pipes_are_told_all_at_once(kept: Kept) -> None:
    with opened(kept, "--json", "--at", "7") as screen:
        assert screen.ended() == 0
        assert len(json.loads(screen.said)["events"]) == 7
    command = [sys.executable, "-m", "service", "replay", kept.match, "--store", kept.store]
    piped = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    assert len([line for line in piped if re.match(r" *\d+ \d{4}-", line)]) == kept.last


def test_keys_that_come_together_are_told_apart() -> None:
    assert keys_in("nN\x1b[C\x1b[1~ 1\r\x7f\x1b\x1bOF") == [
        *("n", "N", "right", "home", "space", "1", "enter", "backspace", "escape", "end")
    ]


def test_the_longest_part_is_cut_first() -> None:
    long, short = [Text(f"long {n}") for n in range(9)], [Text("short 0"), Text("short 1")]
    assert [line.plain for line in fit([long, short], 5)] == [
        *("long 0", "long 1", "... and 7 more lines", "short 0", "short 1")
    ]
    assert fit([long, short], 20) == [*long, *short]
