"""Limits of a document's form, checked before validation: a document can make validation itself take minutes.

Two rules of validation take more than linear time: those that follow fragments by every path, and the one that compares
all fields with the same name in the answer. This module bounds both, in time linear in the limits.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    StringValueNode,
    Visitor,
    visit,
)

from api_schema.errors import ApiError, ErrorCode
from api_schema.input.faults import refuse_nul

FIELDS = 2500
"""Fields of all operations with their fragments written out."""
NESTED = 100
"""Levels, fragments written out. How deep a valid document may be is less: see limits.DEPTH."""
FRAGMENTS = 100
DIGITS = 400
"""Of a number."""
_DIGITS = re.compile(rf"\d{{{DIGITS}}}")
COMPARED = 60_000
"""Comparisons of fields with the same name in the answer."""
WITH_FIELDS, WITH_ARGUMENTS = 30, 10
"""The factor by which fields with fields or arguments are heavier to compare."""


def check(document: DocumentNode) -> None:
    """Raises TOO_COMPLEX, or INVALID_INPUT for a fragment that contains itself or is not there."""
    if document.loc is not None and _DIGITS.search(document.loc.source.body):
        visit(document, _Numbers())
    if document.loc is not None and "\\u" in document.loc.source.body:
        visit(document, _Texts())
    form = _Form(document)
    for definition in document.definitions:
        if isinstance(definition, (OperationDefinitionNode, FragmentDefinitionNode)):
            form.measure(definition.selection_set)
    for definition in document.definitions:
        if isinstance(definition, OperationDefinitionNode):
            form.compare([definition.selection_set])


class _Numbers(Visitor):
    """Refuses numbers that Python would not read."""

    def enter_int_value(self, node: IntValueNode, *_: Any) -> None:
        if len(node.value) > DIGITS:
            raise ApiError(ErrorCode.INVALID_INPUT, f"a number has at most {DIGITS} digits")


class _Texts(Visitor):
    """Refuses texts that no store keeps."""

    def enter_string_value(self, node: StringValueNode, *_: Any) -> None:
        refuse_nul(node.value)


def too_complex(message: str) -> ApiError:
    """The refusal of a document that would cost too much."""
    return ApiError(ErrorCode.TOO_COMPLEX, message)


class _Form:
    """The sizes of one document's parts."""

    def __init__(self, document: DocumentNode) -> None:
        self._fragments = {
            node.name.value: node.selection_set
            for node in document.definitions
            if isinstance(node, FragmentDefinitionNode)
        }
        if len(self._fragments) > FRAGMENTS:
            raise too_complex(f"the document has {len(self._fragments)} fragments; {FRAGMENTS} are allowed")
        self._measured: dict[str, tuple[int, int]] = {}
        self._inside: list[str] = []
        self._compared = 0

    def measure(self, selections: SelectionSetNode, above: int = 0) -> tuple[int, int]:
        """(fields, levels), fragments written out."""
        fields, levels = 0, 0
        for node in selections.selections:
            found, deep = self._measured_node(node, above + 1)
            fields, levels = fields + found, max(levels, deep)
        if fields > FIELDS:
            raise too_complex(f"the document asks for more than {FIELDS} fields, fragments written out")
        if above + levels > NESTED:
            raise too_complex(f"the document has a depth of more than {NESTED}, fragments written out")
        return fields, levels

    def _measured_node(self, node: object, above: int) -> tuple[int, int]:
        if isinstance(node, FragmentSpreadNode):
            return self._measured_fragment(node.name.value, above)
        inner: SelectionSetNode | None = getattr(node, "selection_set", None)
        own = 1 if isinstance(node, FieldNode) else 0
        if above > NESTED:
            raise too_complex(f"the document has a depth of more than {NESTED}, fragments written out")
        if inner is None:
            return own, 1
        fields, levels = self.measure(inner, above)
        return own + fields, 1 + levels

    def _measured_fragment(self, name: str, above: int) -> tuple[int, int]:
        if name in self._measured:
            return self._measured[name]
        if name in self._inside:
            raise ApiError(ErrorCode.INVALID_INPUT, f"the fragment {name[:64]} contains itself")
        if name not in self._fragments:
            # validation would say the same, if its rule for the depth did not fail on it before
            raise ApiError(ErrorCode.INVALID_INPUT, f"Unknown fragment '{name[:64]}'.")
        self._inside.append(name)
        found = self._measured[name] = self.measure(self._fragments[name], above)
        self._inside.pop()
        return found

    def compare(self, sets: Sequence[SelectionSetNode]) -> None:
        """Count what validation will compare: all pairs of fields that would be one member of the answer."""
        by_name: dict[str, list[FieldNode]] = defaultdict(list)
        for selections in sets:
            self._collect(selections, by_name)
        for fields in by_name.values():
            inner = [field.selection_set for field in fields if field.selection_set is not None]
            weight = WITH_FIELDS if inner else WITH_ARGUMENTS if fields[0].arguments else 1
            self._compared += weight * (len(fields) * (len(fields) - 1) // 2)
            if self._compared > COMPARED:
                raise too_complex("the document repeats the same fields too often")
            if inner:
                self.compare(inner)

    def _collect(self, selections: SelectionSetNode, by_name: dict[str, list[FieldNode]]) -> None:
        for node in selections.selections:
            if isinstance(node, FieldNode):
                by_name[(node.alias or node.name).value].append(node)
            elif isinstance(node, FragmentSpreadNode):
                self._collect(self._fragments[node.name.value], by_name)
            elif isinstance(node, InlineFragmentNode):
                self._collect(node.selection_set, by_name)
