"""Templates: what they list and how much it is."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.prompts import Parameter, Template, expand, size
from service.simulate.sampling import sample

CARDS = ("a", "b", "c", "d")
COUNTS = Parameter("tokens", "counts", ("red", "blue"), 1, 2, (2, 1))


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
def parameters(draw: st.DrawFn) -> Parameter:
    kind = draw(st.sampled_from(["cards", "counts", "option"]))
    if kind == "option":
        return Parameter("p", "option", CARDS[: draw(st.integers(1, 4))])
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


@given(parameters(), st.integers())
def test_a_sample_is_one_of_the_answers(parameter: Parameter, seed: int) -> None:
    template = Template("go", {}, (parameter,))
    answers = [{"type": "go", **answer} for answer in expand(template)]
    chosen = sample(template, Random(seed))
    assert plain(chosen) in [plain(answer) for answer in answers]


def plain(answer: Mapping[str, object]) -> object:
    return msgspec.json.decode(msgspec.json.encode(answer, order="sorted"))
