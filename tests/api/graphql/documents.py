"""Documents that chance draws over a schema, and data that chance spoils: what they come to is compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec
from graphql import (
    GraphQLSchema,
    get_named_type,
    is_abstract_type,
    is_composite_type,
    is_required_argument,
    parse,
    specified_rules,
    validate,
)

SWITCHES = ("a", "b", "c")
LARGEST = 25
"""Selections of a document after which only leaves follow."""
WRONG: tuple[Any, ...] = (
    None,
    1 << 40,
    "",
    "?",
    True,
    1.5,
    object(),
    ValueError("wrong"),
    (),
    (None,),
    {"a": object()},
)


class Documents:
    """Draws documents. `arguments` are those of fields that need some, by type and name; `of` the types that an
    interface or a union may have, if not all do.
    """

    def __init__(
        self,
        schema: GraphQLSchema,
        random: Random,
        arguments: Mapping[tuple[str, str], str],
        of: Callable[[Any], list[Any]] | None = None,
        aliases: int = 25,
    ) -> None:
        self._schema = schema
        self._random = random
        self._arguments = arguments
        self._of = of or (lambda kind: list(schema.get_possible_types(kind)))
        self._most = aliases

    def draw(self, head: str, fields: list[str]) -> str:
        """A valid document with some of these fields of the root; `head` declares the variables of `arguments`."""
        while True:
            text = self._document(head, fields)
            if not validate(self._schema, parse(text), specified_rules):
                return text

    def switches(self) -> dict[str, bool]:
        """Values of the variables that say what is included."""
        return {name: self._random.random() < 0.5 for name in SWITCHES}

    def _document(self, head: str, fields: list[str]) -> str:
        self._fragments: list[tuple[str, str, str]] = []
        self._aliases, self._left = 0, LARGEST
        root: Any = self._schema.query_type
        asked = " ".join(self._field(root, name, 6) for name in self._random.sample(fields, min(2, len(fields))))
        text = f"{{ {asked} }} " + " ".join(f"fragment {name} on {on} {inner}" for name, on, inner in self._fragments)
        switches = ", ".join(f"${name}: Boolean!" for name in SWITCHES if f"${name})" in text)
        declared = ", ".join(part for part in (head if "$id" in text else "", switches) if part)
        return f"query{f'({declared})' if declared else ''} {text}"

    def _selection(self, kind: Any, depth: int) -> str:
        random = self._random
        self._left -= 1
        depth = depth if self._left > 0 else 0
        parts = [self._part(kind, depth) for _ in range(random.randint(1, 5))]
        parts.append("__typename" if random.random() < 0.2 else random.choice(parts))
        return "{ " + " ".join(parts) + " }"

    def _part(self, kind: Any, depth: int) -> str:
        chance, fields = self._random.random(), self._names(kind, depth)
        if depth > 0 and (chance < 0.25 or not fields):
            return self._inline(kind, depth)
        if depth > 0 and chance < 0.35:
            return self._spread(kind, depth)
        if chance < 0.45 or not fields:
            return self._alias("__typename") + "__typename" + self._directive()
        return self._field(kind, self._random.choice(fields), depth)

    def _field(self, kind: Any, name: str, depth: int) -> str:
        named: Any = get_named_type(kind.fields[name].type)
        inner = self._selection(named, depth - 1) if is_composite_type(named) else ""
        given = self._arguments.get((kind.name, name), "")
        return f"{self._alias(name)}{name}{given}{self._directive()} {inner}".strip()

    def _names(self, kind: Any, depth: int) -> list[str]:
        return [
            name
            for name, field in getattr(kind, "fields", {}).items()
            if (depth > 0 or not is_composite_type(get_named_type(field.type)))
            and ((kind.name, name) in self._arguments or not any(map(is_required_argument, field.args.values())))
        ]

    def _inline(self, kind: Any, depth: int) -> str:
        on = self._narrowed(kind)
        condition = "" if on is kind and self._random.random() < 0.5 else f"on {on.name} "
        return f"... {condition}{self._directive()} {self._selection(on, depth - 1)}"

    def _spread(self, kind: Any, depth: int) -> str:
        on = self._narrowed(kind)
        known = [name for name, of, _ in self._fragments if of == on.name]
        if known and self._random.random() < 0.5:
            return f"...{self._random.choice(known)}{self._directive()}"
        inner = self._selection(on, depth - 1)
        name = f"F{len(self._fragments)}"
        self._fragments.append((name, on.name, inner))
        return f"...{name}{self._directive()}"

    def _narrowed(self, kind: Any) -> Any:
        """The type itself, one of those that it may have, or an interface that it has."""
        if is_abstract_type(kind):
            return self._random.choice([kind, *self._of(kind)])
        return self._random.choice([kind, *kind.interfaces])

    def _alias(self, name: str) -> str:
        if self._aliases >= self._most or self._random.random() < 0.8:
            return ""
        self._aliases += 1
        return f"{name}{self._random.randint(1, 2)}: "

    def _directive(self) -> str:
        if self._random.random() < 0.85:
            return ""
        of = self._random.choice([f"${name}" for name in SWITCHES] + ["true", "false"])
        return f" @{self._random.choice(['include', 'skip'])}(if: {of})"


def spoiled(random: Random, value: Any) -> Any:
    """The same with something wrong in one place."""
    if random.random() < 0.15:
        return random.choice(WRONG)
    if isinstance(value, msgspec.Struct) and value.__struct_fields__:
        name = random.choice(value.__struct_fields__)
        return msgspec.structs.replace(value, **{name: spoiled(random, getattr(value, name))})
    if isinstance(value, tuple) and value:
        place = random.randrange(len(value))
        return (*value[:place], spoiled(random, value[place]), *value[place + 1 :])
    return random.choice(WRONG)
