"""Templates: what they list and how much it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, islice
from math import comb
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.prompts import Parameter, Template, expand, one_of_each, size
from service.bots.sampling import sample

CARDS = ("a", "b", "c", "d")
COUNTS = Parameter("tokens", "counts", ("red", "blue"), 1, 2, (2, 1))


def payment(worth: tuple[int, ...], price: int) -> Parameter:
    return Parameter("x", "payment", tuple("abcdefgh"[: len(worth)]), worth=worth, price=price)


@pytest.mark.parametrize(
    ("parameter", "values"),
    [
        (Parameter("x", "card", ("a", "b")), ["a", "b"]),
        (Parameter("x", "number", (1, 2, 3)), [1, 2, 3]),
        (Parameter("x", "cards", ("a", "b", "c"), 2, 2), [["a", "b"], ["a", "c"], ["b", "c"]]),
        (Parameter("x", "cards", ("a", "b"), 0, 1), [[], ["a"], ["b"]]),
        (Parameter("x", "cards", ("a", "b"), 2, 2, ordered=True), [["a", "b"], ["b", "a"]]),
        (COUNTS, [{"blue": 1}, {"red": 1}, {"red": 1, "blue": 1}, {"red": 2}]),
        (Parameter("x", "counts", ("red",), 0, 1, (1,)), [{}, {"red": 1}]),
        (Parameter("x", "counts", (), 0, 0, ()), [{}]),
        (payment((1, 4, 2, 2), 4), [["b"], ["c", "d"]]),
        (payment((1, 4, 2, 2), 5), [["b", "c"], ["b", "d"], ["a", "b"], ["a", "c", "d"]]),
        (payment((1, 4, 2, 2), 9), [["a", "b", "c", "d"]]),
        (payment((1, 4, 2, 2), 10), []),
        (payment((0, 3), 3), [["b"]]),
        (payment((1, 4), 0), [[]]),
        (one_of_each("x", [("a", "b"), ("b",)]), [["a", "b"], ["b", "b"]]),
        (one_of_each("x", [("a", "b"), ("c", "d")]), [["a", "c"], ["a", "d"], ["b", "c"], ["b", "d"]]),
        (one_of_each("x", [("a", "b"), ()]), []),
        (one_of_each("x", []), [[]]),
    ],
)
def test_a_parameter_lists_its_values(parameter: Parameter, values: list[object]) -> None:
    template = Template("go", {}, (parameter,))
    assert [answer[parameter.name] for answer in expand(template)] == values
    assert size(template) == len(values)


def test_a_template_is_the_product_of_its_parameters() -> None:
    template = Template("go", {"why": "1"}, (Parameter("x", "card", ("a", "b")), Parameter("y", "seat", (0, 1))))
    assert list(expand(template)) == [{"why": "1", "x": x, "y": y} for x in ("a", "b") for y in (0, 1)]
    assert size(Template("pass")) == 1
    assert list(expand(Template("pass"))) == [{}]


@st.composite
def payments(draw: st.DrawFn) -> Parameter:
    """Payments that can be made."""
    worth = tuple(draw(st.lists(st.integers(0, 6), max_size=8)))
    return payment(worth, draw(st.integers(0, sum(worth))))


@st.composite
def parameters(draw: st.DrawFn) -> Parameter:
    kind = draw(st.sampled_from(["cards", "counts", "each", "option", "payment"]))
    if kind == "option":
        return Parameter("p", "option", CARDS[: draw(st.integers(1, 4))])
    if kind == "payment":
        return draw(payments())
    if kind == "each":
        return one_of_each("p", draw(st.lists(st.sampled_from([CARDS, CARDS[1:], CARDS[:2]]), max_size=3)))
    if kind == "cards":
        options = CARDS[: draw(st.integers(0, 4))]
        least = draw(st.integers(0, len(options)))
        return Parameter(
            "p", "cards", options, least, draw(st.integers(least, len(options))), (), True, draw(st.booleans())
        )
    most = tuple(draw(st.lists(st.integers(0, 3), max_size=4)))
    least = draw(st.integers(0, sum(most)))
    return Parameter("p", "counts", CARDS[: len(most)], least, draw(st.integers(least, sum(most) + 1)), most)


@given(parameters())
def test_the_size_is_the_number_of_different_answers(parameter: Parameter) -> None:
    answers = [msgspec.json.encode(answer, order="sorted") for answer in expand(Template("go", {}, (parameter,)))]
    assert len(set(answers)) == len(answers) == size(Template("go", {}, (parameter,)))


@given(payments())
def test_payments_are_all_that_meet_the_price_and_have_nothing_superfluous(parameter: Parameter) -> None:
    template = Template("go", {}, (parameter,))
    worth = dict(zip(parameter.options, parameter.worth, strict=True))
    pays = [
        list(cards)
        for number in range(len(worth) + 1)
        for cards in combinations(parameter.options, number)
        if sum(worth[card] for card in cards) >= parameter.price
        and all(sum(worth[card] for card in cards if card != spared) < parameter.price for spared in cards)
    ]
    assert sorted(pays, key=repr) == sorted((answer["x"] for answer in expand(template)), key=repr)
    assert size(template) == len(pays) > 0


@given(payments())
def test_every_payment_may_be_sampled(parameter: Parameter) -> None:
    """Each one where it is drawn first."""
    template = Template("go", {}, (parameter,))
    for answer in expand(template):
        assert sample(template, First(parameter.options, answer["x"])) == {"type": "go", **answer}


class First(Random):
    """The chance that puts the wanted options first."""

    def __init__(self, options: Sequence[object], wanted: object) -> None:
        super().__init__(0)
        assert isinstance(wanted, list)
        self._wanted = [options.index(option) for option in wanted]

    def sample(self, population: Any, k: int, *, counts: Any = None) -> Any:
        return sorted(population, key=lambda place: place not in self._wanted)[:k]


def test_many_payments_are_counted_and_listed_as_far_as_asked_for() -> None:
    """30 of 60 cards that are worth 1 each, twice over: more ways than anybody can list."""
    both = tuple(Parameter(name, "payment", tuple(range(60)), worth=(1,) * 60, price=30) for name in "xy")
    template = Template("go", {}, both)
    assert size(template) == comb(60, 30) ** 2
    least = list(range(30))
    assert list(islice(expand(template), 2)) == [{"x": least, "y": least}, {"x": least, "y": [*range(29), 30]}]


def test_no_payment_is_sampled_where_all_together_do_not_pay() -> None:
    with pytest.raises(ValueError, match="worth less than 3"):
        sample(Template("go", {}, (payment((1, 1), 3),)), Random(1))


@given(parameters(), st.integers())
def test_a_sample_is_one_of_the_answers(parameter: Parameter, seed: int) -> None:
    template = Template("go", {}, (parameter,))
    answers = [{"type": "go", **answer} for answer in expand(template)]
    chosen = sample(template, Random(seed))
    assert plain(chosen) in [plain(answer) for answer in answers]


def plain(answer: Mapping[str, object]) -> object:
    return msgspec.json.decode(msgspec.json.encode(answer, order="sorted"))
