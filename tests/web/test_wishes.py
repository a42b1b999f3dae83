"""What a system may wish: very large text, wide spacing, few colours, no motion, much contrast. On every screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests.kit.process import free_port
from tests.web.browsing import Scheme, Visitor, visiting
from tests.web.halls import hall
from tests.web.screens import SCREENS, Furnished, Screen, furnish

pytestmark = pytest.mark.nightly

AS_AT_400: ViewportSize = {"width": 320, "height": 256}
"""A window of 1280 by 1024 at 400 %."""
# How much one would have to scroll sideways, and the smallest things that stand out, if any.
WIDER = """() => {
  const {clientWidth} = document.documentElement, wider = document.scrollingElement.scrollWidth - clientWidth;
  const out = [...document.querySelectorAll("body *")].filter(
    found => found.checkVisibility() && found.getBoundingClientRect().right > clientWidth + 0.5);
  const least = out.filter(found => !out.some(other => other !== found && found.contains(other)));
  return wider > 0 ? [`wider by ${wider} px`, ...least.map(found => found.outerHTML.slice(0, 160))] : [];
}"""
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-block-end: 2em !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
# Texts that their box cuts, unless all of it is said elsewhere: a card is read in full beside the table, who plays a
# match of a bracket stands in the pairings of its round.
CUT = """() => [...document.querySelectorAll("body *")].filter(found => {
  const {overflowX, overflowY} = getComputedStyle(found);
  const cut = (overflowX === "hidden" && found.scrollWidth > found.clientWidth + 1)
    || (overflowY === "hidden" && found.scrollHeight > found.clientHeight + 1);
  return cut && found.checkVisibility() && found.innerText?.trim()
    && !found.closest(".visually-hidden, .skips, .face, .node, [aria-hidden=true]");
}).map(found => found.outerHTML.slice(0, 200))"""
# What still moves, or would.
MOVING = """() => [
  ...document.getAnimations().filter(found => found.playState === "running").map(found => String(found.animationName)),
  ...[...document.querySelectorAll("body *")].filter(found => {
    const {transitionDuration, animationDuration} = getComputedStyle(found);
    return [transitionDuration, animationDuration].some(all => all.split(", ").some(one => parseFloat(one) > 0.001));
  }).map(found => found.outerHTML.slice(0, 160))]"""
# Chosen, current and pressed things that differ from their neighbours by a colour alone, which is gone here.
SAME = """() => {
  const drawn = found => {
    const {outlineStyle, outlineColor, borderTopStyle, borderBottomWidth, borderBottomColor, borderTopColor,
      backgroundColor, color, textDecorationLine} = getComputedStyle(found);
    return [outlineStyle, outlineStyle === "none" ? "" : outlineColor, borderTopStyle, borderBottomWidth,
      borderBottomColor, borderTopColor, backgroundColor, color, textDecorationLine].join();
  };
  const chosen = "[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true]";
  return [...document.querySelectorAll(chosen)].filter(found => found.checkVisibility()).filter(found => {
    const list = found.closest("ul, nav, [role=group], [role=tablist]") ?? found.parentElement;
    const other = [...list.querySelectorAll(found.tagName)].find(
      one => one !== found && one.checkVisibility() && !one.matches(chosen) && one.className === found.className);
    return other && drawn(other) === drawn(found);
  }).map(found => found.outerHTML.slice(0, 160));
}"""
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
Faults = Iterator[Any]
Show = Callable[[Screen], Visitor]


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Furnished]:
    """The hall that everybody looks at."""
    with hall(tmp_path_factory.mktemp("hall"), free_port()) as there:
        yield furnish(there)


@pytest.fixture
def shown(browser: Browser, furnished: Furnished, shots: Path | None) -> Iterator[Show]:
    """Brings somebody to a screen."""
    with ExitStack() as stack:

        def show(screen: Screen) -> Visitor:
            visitor = stack.enter_context(visiting(browser, furnished.hall.address, shots))
            if screen.whose is not None:
                furnished.hall.enter(visitor.page, screen.whose)
            furnished.show(visitor, screen)
            return visitor

        yield show


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_screen_holds_whatever_somebody_wishes(shown: Show, screen: Screen) -> None:
    visitor = shown(screen)
    found = {name: list(wish(visitor, screen.name)) for name, wish in WISHES.items()}
    assert {name: faults for name, faults in found.items() if faults} == {}


def no_motion(visitor: Visitor, _: str) -> Faults:
    """Nothing moves, and nothing would."""
    visitor.page.emulate_media(reduced_motion="reduce")
    yield from visitor.page.evaluate(MOVING)


def more_contrast(visitor: Visitor, screen: str) -> Faults:
    """Texts stand out seven to one in both schemes. Without motion: no colour is on its way to another."""
    for scheme in SCHEMES:
        visitor.page.emulate_media(contrast="more", color_scheme=scheme)
        visitor.picture(f"contrast-{scheme}-{screen}")
        yield from visitor.violations("color-contrast-enhanced")
    visitor.page.emulate_media(contrast="no-preference", color_scheme="light")


def few_colours(visitor: Visitor, screen: str) -> Faults:
    """What is chosen is still told from what is not."""
    visitor.page.emulate_media(forced_colors="active")
    visitor.picture(f"forced-{screen}")
    yield from visitor.page.evaluate(SAME)
    visitor.page.emulate_media(forced_colors="none")


def large(visitor: Visitor, screen: str) -> Faults:
    """At 400 % nobody scrolls sideways, nothing is cut, and axe finds nothing."""
    usual = visitor.page.viewport_size
    assert usual is not None
    visitor.page.set_viewport_size(AS_AT_400)
    visitor.picture(f"reflow-{screen}")
    yield from [*visitor.page.evaluate(WIDER), *visitor.cut(), *visitor.violations()]
    visitor.page.set_viewport_size(usual)


def spaced(visitor: Visitor, screen: str) -> Faults:
    """Text may be spaced widely without being cut."""
    visitor.page.evaluate(SPACED)
    visitor.picture(f"spaced-{screen}")
    yield from [*visitor.page.evaluate(WIDER), *visitor.cut(), *visitor.page.evaluate(CUT)]


WISHES = {wish.__name__: wish for wish in (no_motion, more_contrast, few_colours, large, spaced)}
