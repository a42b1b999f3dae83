"""A second referee that knows what has to follow: each fact that is due comes, and others of its kind do not."""

from __future__ import annotations

from typing import Any

from tests.kit.referee import Data, PlainFact, Referee

SAME = ("seat", "side", "iid", "old", "scp", "character", "target")
"""What tells a fact that is due from others of its type."""


class Expecting(Referee):
    """Compares facts with those that are due."""

    def __init__(self) -> None:
        super().__init__()
        self.due: dict[str, list[tuple[str, dict[str, Any]]]] = {}
        self.foreseen = False
        """Whether the present fact was due."""
        self.disturbed = False
        """A player has left since the last time that nothing was due: what was due then may not happen."""

    def hear(self, fact: PlainFact) -> None:
        """Count a fact, and compare it with the first of its kind that is due. `count` is the number of its cards."""
        found = next((one for one in self.due.get(fact.type, ()) if _about(one[1], fact.data)), None)
        self.foreseen = found is not None
        if found is not None:
            self.due[fact.type].remove(found)
        super().hear(fact)
        for key, value in found[1].items() if found else ():
            told = len(fact.data["cards"]) if key == "count" else fact.data.get(key, type(value)())
            self.same(found[0] if found else "", key, value, told)

    def expect(self, rule: str, kind: str, **fields: Any) -> None:
        """A fact that has to follow."""
        self.due.setdefault(kind, []).append((rule, fields))

    def needs(self, rule: str) -> None:
        """This fact has to be one that was due."""
        self.holds(rule, "something brings this about", self.foreseen or self.disturbed)

    def settle(self) -> None:
        """Nothing is due any more."""
        late = {kind: facts for kind, facts in self.due.items() if facts}
        if late and not self.disturbed:
            raise self.difference(next(iter(late.values()))[0][0], "what had to happen before", late, "nothing")
        self.due, self.disturbed = {}, False

    def disturb(self) -> None:
        """A player has left: what was due may not happen."""
        self.due, self.disturbed = {}, True


def _about(wanted: dict[str, Any], data: Data) -> bool:
    return all(wanted[key] == data.get(key) for key in SAME if key in wanted)
