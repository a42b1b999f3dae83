"""Whether a template allows an action, against all that it expands to; and what a refusal says where none does."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest

from domain.kernel.actions import Action, allows, not_among
from domain.kernel.prompts import Parameter, Template, expand, one_of_each
from domain.kernel.refusal import illegal


class Pick(Action, frozen=True, tag="pick"):
    """One thing."""

    one: str | int | bool


class Take(Action, frozen=True, tag="take"):
    """Several things, and what may be left out."""

    many: tuple[str, ...]
    window: str = ""
    seat: int | None = None


class Pay(Action, frozen=True, tag="pay"):
    """So many of each."""

    counts: dict[str, int]


THREE = ("a", "b", "c")


def pick(kind: str, *options: str | int) -> Template:
    parameter = {"name": "one", "kind": kind, "options": options}
    return msgspec.convert({"type": "pick", "parameters": [parameter]}, Template)


def take(parameter: Parameter, **fixed: object) -> Template:
    return Template("take", fixed, (parameter,))


@pytest.mark.parametrize(
    ("template", "values"),
    [
        (pick("card", "a", "b"), ["a", "b", "c", "", "A"]),
        (pick("seat", 0, 2), [0, 1, 2, -1]),
        (pick("number", 3, 4), [3, 4, 5]),
        (pick("option", "yes"), ["yes", "no"]),
        (pick("flag", 0, 1), [False, True]),
        (pick("flag", 1), [True, False]),
    ],
)
def test_one_of_its_options_is_allowed(template: Template, values: list[str | int | bool]) -> None:
    listed = [msgspec.convert(fields, Pick).one for fields in expand(template)]
    assert [value for value in values if allows([template], Pick(value))] == listed


def all_lists(options: tuple[str, ...], longest: int) -> list[tuple[str, ...]]:
    return [many for n in range(longest + 1) for many in {*permutations(options * 2, n)}]


@pytest.mark.parametrize(
    "parameter",
    [
        Parameter("many", "cards", THREE, 0, 2),
        Parameter("many", "cards", THREE, 2, 3),
        Parameter("many", "cards", THREE, 3, 3, ordered=True),
        Parameter("many", "payment", THREE, worth=(3, 2, 1), price=3),
        Parameter("many", "payment", THREE, worth=(3, 2, 1), price=0),
        Parameter("many", "payment", THREE, worth=(3, 0, 1), price=4),
        one_of_each("many", [("a", "b"), ("b", "c")]),
    ],
)
def test_lists_are_allowed_as_they_are_listed_and_sets_in_any_order(parameter: Parameter) -> None:
    template = take(parameter)
    listed = {msgspec.convert(fields, Take).many for fields in expand(template)}
    if parameter.kind != "each" and not parameter.ordered:
        listed = {other for many in listed for other in permutations(many)}
    assert {many for many in all_lists((*THREE, "d"), 3) if allows([template], Take(many))} == listed


def test_counts_name_what_there_is_some_of() -> None:
    template = Template("pay", {}, (Parameter("counts", "counts", ("red", "blue"), 1, 2, (2, 1)),))
    tried = [{"red": red, "blue": blue} for red in range(-1, 4) for blue in range(-1, 3)]
    tried += [{"red": red} for red in range(-1, 4)] + [{"blue": blue} for blue in range(-1, 3)] + [{}]
    listed = [msgspec.convert(fields, Pay).counts for fields in expand(template)]
    assert sorted(map(repr, (one for one in tried if allows([template], Pay(one))))) == sorted(map(repr, listed))
    assert not allows([template], Pay({"red": 1, "any text": 0}))
    assert not allows([template], Pay({"red": 1, "green": 0, "black": 1}))


def test_what_a_template_does_not_name_keeps_its_default() -> None:
    template = take(Parameter("many", "cards", THREE, 1, 1), window="pre")
    assert allows([template], Take(("a",), "pre"))
    assert not allows([template], Take(("a",), "post"))
    assert not allows([template], Take(("a",), "pre", 0))
    assert not allows([Template("take", {}, ())], Take(()))
    assert not allows([template], Pay({}))


def test_a_refusal_names_the_rule_of_the_nearest_template_and_the_place() -> None:
    first = Template("take", {"window": "pre"}, (Parameter("many", "cards", THREE, 1, 1),), rules=("X-1",))
    second = Template("take", {"window": "post"}, (Parameter("many", "cards", THREE, 2, 2),), rules=("X-2", "X-3"))
    refusal = not_among([first, second], "X-9", Take(("d", "a"), "post"))
    assert refusal == illegal("X-2", 'many ["d","a"] is not among what may be chosen here', "many")
    unruled = Template("take", {"window": "pre"}, (Parameter("many", "cards", THREE, 1, 1),))
    assert not_among([unruled], "X-9", Take(("a",))).rule == "X-9"
    assert not_among([first], "X-9", Pay({})) == illegal("X-9", "pay is not among the answers to this")


def test_a_refusal_repeats_no_more_than_a_line_of_what_was_sent() -> None:
    refusal = not_among([take(Parameter("many", "cards", THREE, 1, 1))], "X-9", Take(("x" * 10_000,)))
    assert len(refusal.message) < 140
