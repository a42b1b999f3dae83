"""Going through a match in a terminal, key by key."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing

from rich.console import Console, Group
from rich.control import Control

from domain.kernel.audience import seat_number
from service.bootstrap import Playledger
from service.cli.keyboard import pressed
from service.cli.screen import EVENTS, Moment, lines_of
from service.cli.story import Story, stored_story, version_of

KEYS = "n next  p back  N B by action  g go to  a look as  home end  ? help  q quit"
HELP = (
    "n, space, right: the next version        p, b, left: the one before",
    "N: the end of the next action            B: the end of the action before",
    "g: go to a version, by its number        home, end: the first, the last version",
    "a: look as the next perspective          q: quit",
)
_CHUNK = 64


class Stepper:
    """A place in a match, a perspective, and the line at the bottom of the screen."""

    def __init__(self, story: Story, perspective: str, version: int) -> None:
        self.story = story
        self.perspective = perspective
        self.version = version
        self.is_over = False
        self._note = ""
        self._helps = False
        self._typed: str | None = None
        self._does: Mapping[str, Callable[[], Awaitable[None]]] = {
            **dict.fromkeys(("n", "space", "right"), self._next),
            **dict.fromkeys(("p", "b", "left"), self._back),
            "N": self._next_action,
            "B": self._action_before,
            "home": self._first,
            "end": self._last,
            "a": self._look_as,
            "g": self._ask_for_version,
            "?": self._help,
            "q": self._quit,
        }

    async def press(self, key: str) -> None:
        """Do what a key stands for. An unknown one says how to get help."""
        self._note = ""
        if self._typed is not None:
            self._type(key, self._typed)
        elif key in self._does:
            await self._does[key]()
        else:
            self._note = "? tells which keys there are"

    async def screen(self, console: Console) -> Group:
        """The present text of the screen."""
        number = seat_number(self.perspective)
        after = max(0, self.version - EVENTS)
        moment = Moment(
            match=self.story.match,
            game=self.story.game,
            last=self.story.last,
            events=await self.story.events(self.perspective, after, self.version - after),
            state=await self.story.state(self.perspective, self.version),
            legal=None if number is None else await self.story.legal(number, self.version),
        )
        return Group(*lines_of(moment, self._foot(), console))

    def _foot(self) -> list[str]:
        if self._typed is not None:
            return [f"go to version (1 to {self.story.last}): {self._typed}_"]
        return [*(HELP if self._helps else ()), *([self._note] if self._note else []), KEYS]

    def _type(self, key: str, typed: str) -> None:
        """Take a key while the screen asks for a version."""
        if key == "enter":
            self._typed = None
            self._go_to(typed.strip())
        elif key == "escape":
            self._typed = None
        elif key == "backspace":
            self._typed = typed[:-1]
        elif key == "space" or len(key) == 1:
            self._typed = typed + (" " if key == "space" else key)

    def _go_to(self, text: str) -> None:
        if text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= self.story.last:
            self.version = int(text)
        else:
            self._note = f"{text or 'nothing'} is no version: type a whole number from 1 to {self.story.last}"

    async def _next(self) -> None:
        self._note = "" if self.version < self.story.last else "this is the last version"
        self.version = min(self.version + 1, self.story.last)

    async def _back(self) -> None:
        self._note = "" if self.version > 1 else "this is the first version"
        self.version = max(self.version - 1, 1)

    async def _next_action(self) -> None:
        at = self.version
        while events := await self.story.events(self.perspective, at, _CHUNK):
            ends = [event.version for event in events if event.batch_end]
            if ends:
                self.version = ends[0]
                return
            at = events[-1].version
        await self._last()

    async def _action_before(self) -> None:
        before = self.version - 1
        while before > 0:
            after = max(0, before - _CHUNK)
            events = await self.story.events(self.perspective, after, before - after)
            ends = [event.version for event in events if event.batch_end]
            if ends:
                self.version = ends[-1]
                return
            before = after
        await self._first()

    async def _first(self) -> None:
        self.version = 1

    async def _last(self) -> None:
        self.version = self.story.last

    async def _look_as(self) -> None:
        known = list(self.story.perspectives)
        self.perspective = known[(known.index(self.perspective) + 1) % len(known)]

    async def _ask_for_version(self) -> None:
        self._typed = ""

    async def _help(self) -> None:
        self._helps = not self._helps

    async def _quit(self) -> None:
        self.is_over = True


async def stepped(playledger: Playledger, match: str, perspective: str | None, at: int | None) -> None:
    """Go through a match of the store, from version `at` or the first one. Raises BadInput."""
    story, viewer = await stored_story(playledger, match, perspective)
    first = version_of(story, at, 1)
    async with aclosing(pressed()) as keys:
        await step_through(story, viewer, first, keys)


async def step_through(story: Story, perspective: str, version: int, keys: AsyncIterator[str]) -> None:
    """Show a match from a version on, and go where the keys lead, until `q` or the end of the keys."""
    console = Console()
    stepper = Stepper(story, perspective, version)
    with console.screen(hide_cursor=True) as screen:

        async def draw() -> None:
            lines = await stepper.screen(console)
            console.control(Control.home())
            screen.update(lines)

        await draw()
        async for key in keys:
            await stepper.press(key)
            if stepper.is_over:
                return
            await draw()
