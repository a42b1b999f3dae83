"""Whether the contract still keeps what the last release promised: `python -m api_schema.compatibility`.

Inside version 1 things are added and never taken away or changed.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graphql import build_schema, find_breaking_changes

from api_schema import release
from api_schema.snapshots import committed

_METHODS = {"get", "put", "post", "delete", "patch", "head", "options"}
_KINDS = ("type", "const", "enum", "pattern", "minimum", "maximum", "minLength", "maxLength", "items", "format")
"""The keywords that a schema may not change. An enum may get more values: clients tolerate unknown ones."""


def broken(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The breaks for a client of the earlier documents that meets the present ones. Both are texts by name."""
    found: list[str] = []
    for name, compare in _COMPARE.items():
        if before[name] != now[name]:
            found += [f"{name}: {fault}" for fault in compare(before[name], now[name])]
    return found


def _graphql(before: str, now: str) -> Iterator[str]:
    changes = find_breaking_changes(build_schema(before), build_schema(now))
    yield from (change.description for change in changes)


def _documents(compare: Callable[[Any, Any], Iterator[str]]) -> Callable[[str, str], Iterator[str]]:
    return lambda before, now: compare(json.loads(before), json.loads(now))


def _openapi(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Operations stay, with their parameters, bodies and answers; nothing new is required."""
    for path, method, old in _operations(before):
        new = now["paths"].get(path, {}).get(method)
        where = f"{method.upper()} {path}"
        if new is None:
            yield f"{where} is gone"
            continue
        yield from _parameters(where, old, new)
        yield from _bodies(where, old.get("requestBody"), new.get("requestBody"))
        for status, answer in old["responses"].items():
            if status not in new["responses"]:
                yield f"{where}: the answer {status} is gone"
                continue
            sides = _answer(before, answer), _answer(now, new["responses"][status])
            yield from _contents(f"{where} {status}", *sides)
    yield from _schemas(before, now)


def _operations(document: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for path, methods in document["paths"].items():
        yield from ((path, method, operation) for method, operation in methods.items() if method in _METHODS)


def _answer(document: Mapping[str, Any], answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """An answer of an operation; several may share one that has a name."""
    shared: Mapping[str, Any] = document["components"].get("responses", {})
    return shared[answer["$ref"].rpartition("/")[2]] if "$ref" in answer else answer


def _parameters(where: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    before = {(one["in"], one["name"]): one for one in old.get("parameters", ())}
    now = {(one["in"], one["name"]): one for one in new.get("parameters", ())}
    for key, parameter in before.items():
        if key not in now:
            yield f"{where}: the parameter {key[1]} is gone"
        else:
            yield from _schema(f"{where}: {key[1]}", parameter["schema"], now[key]["schema"])
    for key, parameter in now.items():
        if parameter["required"] and not before.get(key, {}).get("required"):
            yield f"{where}: the parameter {key[1]} has become required"


def _bodies(where: str, old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> Iterator[str]:
    if old is None:
        if new is not None and new.get("required"):
            yield f"{where}: a body has become required"
    elif new is None:
        yield f"{where}: the body is gone"
    else:
        yield from _contents(f"{where} body", old, new)


def _contents(where: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for media, entry in old.get("content", {}).items():
        found = new.get("content", {}).get(media)
        if found is None:
            yield f"{where}: {media} is gone"
        else:
            yield from _schema(f"{where} {media}", entry["schema"], found["schema"])


def _asyncapi(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Channels stay, with their addresses and messages."""
    for name, channel in before["channels"].items():
        found = now["channels"].get(name)
        if found is None or found["address"] != channel["address"]:
            yield f"the channel {name} is gone or elsewhere"
            continue
        for kind, message in channel["messages"].items():
            if kind not in found["messages"]:
                yield f"{name}: the message {kind} is gone"
            else:
                yield from _schema(f"{name} {kind}", message["payload"], found["messages"][kind]["payload"])
    yield from _schemas(before, now)


def _schemas(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    found, sent = now["components"]["schemas"], _sent_alone(now)
    for name, schema in before["components"]["schemas"].items():
        if name not in found:
            yield f"the schema {name} is gone"
        else:
            yield from _schema(name, _widened(schema, found[name]) if name in sent else schema, found[name])


def _sent_alone(document: Mapping[str, Any]) -> set[str]:
    """The schemas that are bodies of requests and stand nowhere else."""
    operations = [operation for _, _, operation in _operations(document)] if "paths" in document else []
    bodies = [operation.get("requestBody") for operation in operations]
    answers = [operation["responses"] for operation in operations]
    return _named(bodies) - _named([answers, document["components"]])


def _named(part: Any) -> set[str]:
    """The schemas that a part of a document refers to."""
    return set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(part)))


def _widened(old: Mapping[str, Any], new: Mapping[str, Any]) -> Mapping[str, Any]:
    """The former schema of what is sent, with the members of now that accept all that they did, and something else."""
    members = dict(old.get("properties", {}))
    for name, member in members.items():
        wider = new.get("properties", {}).get(name, {})
        if {key: value for key, value in member.items() if key != "default"} in wider.get("anyOf", ()):
            members[name] = wider
    return {**old, "properties": members}


def _schema(where: str, old: Any, new: Any) -> Iterator[str]:
    """Members stay and keep their types; none becomes required, and none that always came may be missing."""
    if old == new:
        return
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        yield f"{where} has changed"
        return
    if old.get("$ref") != new.get("$ref"):
        yield f"{where} refers to something else"
    for member, schema in old.get("properties", {}).items():
        if member not in new.get("properties", {}):
            yield f"{where}.{member} is gone"
        else:
            yield from _schema(f"{where}.{member}", schema, new["properties"][member])
    for member in sorted({*old.get("required", ())} ^ {*new.get("required", ())}):
        if member in old.get("properties", {}):
            yield f"{where}.{member} is {'not always there any more' if member in old['required'] else 'now required'}"
        elif member in new.get("required", ()) and new.get("additionalProperties") is False:
            yield f"{where}.{member} is new and required"
    for word in _KINDS:
        yield from _word(where, word, old.get(word), new.get(word))
    yield from _choices(where, old, new)


def _word(where: str, word: str, old: Any, new: Any) -> Iterator[str]:
    if word == "enum":
        yield from (f"{where}: the value {value!r} is gone" for value in old or () if value not in (new or ()))
    elif word == "items" and isinstance(old, Mapping) and isinstance(new, Mapping):
        yield from _schema(f"{where}[]", old, new)
    elif old != new:
        yield f"{where}: {word} was {old!r} and is {new!r}"


def _choices(where: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """Alternatives may be added. Those that are no references are held against those at the same place."""
    for word in ("anyOf", "oneOf", "allOf"):
        before, now = old.get(word, ()), new.get(word, ())
        known = {entry["$ref"] for entry in now if "$ref" in entry}
        yield from (
            f"{where}: {entry['$ref']} is gone" for entry in before if entry.get("$ref", "") not in {"", *known}
        )
        plain, others = ([entry for entry in side if "$ref" not in entry] for side in (before, now))
        if len(plain) > len(others):
            yield f"{where}: an alternative is gone"
        for number, (first, second) in enumerate(zip(plain, others, strict=False)):
            yield from _schema(f"{where}|{number}", first, second)


_COMPARE: dict[str, Callable[[str, str], Iterator[str]]] = {
    "schema.graphql": _graphql,
    "openapi.json": _documents(_openapi),
    "asyncapi.json": _documents(_asyncapi),
}


def main() -> int:
    """Exit code 1 if something is broken."""
    faults = broken(release.documents(), committed())
    sys.stderr.writelines(f"{fault}\n" for fault in faults)
    return int(bool(faults))


if __name__ == "__main__":
    raise SystemExit(main())
