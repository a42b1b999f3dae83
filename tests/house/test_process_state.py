"""The domain keeps nothing in the process: what a function of it says follows from what it is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.process_state import state_of

ROOT = Path(__file__).parents[2]


def sources(folder: str) -> dict[str, str]:
    """The source of every module in a package, by name."""
    files = (ROOT / folder).rglob("*.py")
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file.read_text("utf-8")
        for file in files
    }


def test_the_domain_has_no_state() -> None:
    assert state_of(sources("domain")) == set()


PLANTED = {
    "a table that a function fills": "SEEN = {}\ndef see(x):\n    SEEN[x] = 1",
    "a list that grows": "LOG: list[int] = []\ndef note(x):\n    if x:\n        LOG.append(x)",
    "a set behind a mapping's type": "SEEN: Mapping[str, set[int]] = {'a': set()}\ndef see(x):\n    SEEN['a'].add(x)",
    "a number": "COUNT = 0\ndef count():\n    global COUNT\n    COUNT += 1",
    "a lambda that changes it": "LAST = [0]\nnote = lambda x: LAST.insert(0, x)",
    "a name that is deleted from": "OPEN = {1: 2}\ndef close():\n    del OPEN[1]",
    "what is held weakly": "from weakref import WeakValueDictionary\nSETS = WeakValueDictionary()",
    "a counter": "from itertools import count\nIDS = count(1)",
    "a cache by arguments": "from functools import cache\n@cache\ndef twice(x):\n    return 2 * x",
    "a bounded cache": "import functools\n@functools.lru_cache(maxsize=8)\ndef twice(x):\n    return 2 * x",
    "a cache by another name": "from functools import cache\ntwice = cache(lambda x: 2 * x)",
    "a constant that is changed": (
        "from functools import cache\n@cache\ndef all():\n    return {}\ndef f():\n    all()[1] = 2"
    ),
    "an attribute of a class": "class Pool:\n    free = []\n    def give(self, x):\n        self.free.append(x)",
    "an attribute set on a class": "class Pool:\n    size = 1\ndef grow():\n    Pool.size = 2",
    "an attribute of a function": "def f():\n    pass\ndef g():\n    f.calls = 1",
    "an object that changes itself": "class Box:\n    def put(self, x):\n        self.x = x\nBOX = Box()",
    "an object that inherits it": (
        "class Box:\n    def put(self, x):\n        self.x[1] = x\nclass Other(Box):\n    pass\nBOX: Box = Other()"
    ),
    "an object with a cached property": (
        "class Box:\n    @cached_property\n    def x(self):\n        return 1\nBOX = Box()\ndef f():\n    return BOX.x"
    ),
}
HARMLESS = {
    "a table": "NAMES = {'a': 1}\ndef name(x):\n    return NAMES[x]",
    "a table made at import": "NAMES = {}\nfor x in range(3):\n    NAMES[x] = 1",
    "a local of the same name": "SEEN = {}\ndef see(x):\n    SEEN = {}\n    SEEN[x] = 1",
    "a parameter of the same name": "SEEN = {}\ndef see(SEEN):\n    SEEN[1] = 1",
    "what is given": "def see(board, x):\n    board.seen.append(x)\n    board.cards[x] = 1",
    "a constant that is read once": "from functools import cache\n@cache\ndef all():\n    return 1",
    "a default of a struct": (
        "class Hand(Struct):\n    cards: list[int] = []\n    def add(self, x):\n        self.cards.append(x)"
    ),
    "a default of a struct of structs": (
        "class Board(Struct, Generic[D]):\n    pass\nclass Table(Board[int]):\n    cards: list[int] = []\n"
        "    def add(self, x):\n        self.cards.append(x)"
    ),
    "an object's own": (
        "class Box:\n    def __init__(self):\n        self.x = []\n    def put(self, x):\n        self.x.append(x)"
    ),
    "what imports fill": (
        "class Words:\n    def __init__(self):\n        self.all = {}\n"
        "    def word(self, f):\n        self.all[f] = 1\nWORDS = Words()\n@WORDS.word\ndef gain():\n    pass"
    ),
}


@pytest.mark.parametrize("source", PLANTED.values(), ids=PLANTED)
def test_new_state_would_be_found(source: str) -> None:
    assert state_of({"planted": source}) != set()


@pytest.mark.parametrize("source", HARMLESS.values(), ids=HARMLESS)
def test_a_constant_is_none(source: str) -> None:
    assert state_of({"planted": source}) == set()


def test_state_of_another_module_would_be_found() -> None:
    tables = "SEEN = {}\nclass Box:\n    def put(self, x):\n        self.x = x"
    user = "from a.tables import SEEN, Box\nBOX = Box()\ndef see(x):\n    SEEN.update({x: 1})"
    far = "from a import tables\ndef see(x):\n    tables.SEEN[x] = 1"
    assert state_of({"a.tables": tables, "a.user": user}) == {"a.tables.SEEN", "a.tables.Box"}
    assert state_of({"a.tables": tables, "a.far": far}) == {"a.tables.SEEN"}
