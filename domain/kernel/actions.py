"""Actions: what a seat may answer, and whether a template allows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

import msgspec
from msgspec.structs import astuple

from domain.kernel.prompts import SETS, Parameter, ParameterKind, Template, groups_of
from domain.kernel.refusal import Refusal, illegal
from domain.kernel.upcasters import Data


class Action(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of every action; its tag is its name in the game's catalogue.

    `private`: what it names is for its own seat alone; the facts that follow tell the others what they may know.
    `told`: what whoever does it does, as "draws a card".
    """

    private: ClassVar[bool] = False
    told: ClassVar[str] = ""

    def in_words(self) -> str:
        """The words in which it is told; one that may name nothing has others for that."""
        return self.told


def name_of(action: Action | type[Action]) -> str:
    """The name of an action in the game's catalogue."""
    return str(action.__struct_config__.tag)


def allows(templates: Iterable[Template], action: Action) -> bool:
    """Whether this is an answer of one of the templates: `expand` would list it, its sets in some order."""
    name, said = name_of(action), _said(action)
    return any(template.type == name and not _faults(template, said, action) for template in templates)


def not_among(templates: Iterable[Template], rule: str, action: Action) -> Refusal:
    """The refusal of an action that none of these templates allows: the nearest one says by which rule, and where."""
    name, said = name_of(action), _said(action)
    near = [(template, _faults(template, said, action)) for template in templates if template.type == name]
    template, faults = min(near, key=lambda one: len(one[1]), default=(None, []))
    if template is None or not faults:
        return illegal(rule, f"{name} is not among the answers to this")
    chosen = msgspec.json.encode(said[faults[0]]).decode()[:80]
    message = f"{faults[0]} {chosen} is not among what may be chosen here"
    return illegal(template.rules[0] if template.rules else rule, message, faults[0])


def _said(action: Action) -> Data:
    """The fields by the names that clients send."""
    return dict(zip(action.__struct_encode_fields__, astuple(action), strict=True))


def _faults(template: Template, said: Data, action: Action) -> list[str]:
    """The fields that are not as the template has them; one that it doesn't name keeps its default."""
    fixed, parameters = template.fixed, template.parameters
    faults = [name for name, one in fixed.items() if said[name] != (tuple(one) if isinstance(one, list) else one)]
    faults += [one.name for one in parameters if not FITS.get(one.kind, _one)(one, said[one.name])]
    if len(fixed) + len(parameters) < len(said):
        named = {*fixed, *[one.name for one in parameters]}
        faults += [name for name in _changed(said, action) if name not in named]
    return faults


def _changed(said: Data, action: Action) -> Iterator[str]:
    """The fields that have not their default; one that can't be left out has none."""
    defaults = action.__struct_defaults__
    required = len(said) - len(defaults)
    for place, (name, value) in enumerate(said.items()):
        if place < required or value != defaults[place - required]:
            yield name


def _one(parameter: Parameter, value: object) -> bool:
    return value in parameter.options


def _cards(parameter: Parameter, value: Sequence[str | int]) -> bool:
    return parameter.min <= len(value) <= parameter.max and _held(value, parameter.options)


def _counts(parameter: Parameter, value: Mapping[str, int]) -> bool:
    most = dict(zip(map(str, parameter.options), parameter.most, strict=True))
    each = all(0 < number <= most.get(name, 0) for name, number in value.items())
    return each and parameter.min <= sum(value.values()) <= parameter.max


def _held(value: Sequence[str | int], options: Sequence[str | int]) -> bool:
    """Whether each is among the options, as often as it is said."""
    return all(value.count(one) <= options.count(one) for one in {*value})


def _payment(parameter: Parameter, value: Sequence[str | int]) -> bool:
    if not value:
        return parameter.price <= 0
    if not _held(value, parameter.options):
        return False
    worth = dict(zip(parameter.options, parameter.worth, strict=True))
    paid = [worth[card] for card in value]
    return sum(paid) - min(paid) < parameter.price <= sum(paid)


def _each(parameter: Parameter, value: Sequence[str | int]) -> bool:
    groups = groups_of(parameter)
    return len(value) == len(groups) and all(one in group for one, group in zip(value, groups, strict=True))


FITS: Mapping[ParameterKind, Callable[..., bool]] = {
    **dict.fromkeys(SETS, _cards),
    "counts": _counts,
    "payment": _payment,
    "each": _each,
}
"""Whether a value is one of a parameter's, by its kind; of all other kinds it is one of the options."""
