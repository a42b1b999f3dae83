"""The OpenAPI document as one page of HTML: no script, no asset from elsewhere, so it works where nothing else does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

_STYLE = """
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--mark:#2563eb}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:70rem;padding:1.5rem}
code,pre{font:14px/1.45 ui-monospace,monospace}pre{overflow:auto;background:var(--soft);padding:.75rem}
a{color:var(--mark)}
section,details{border:1px solid var(--line);border-radius:.5rem;margin:.75rem 0;padding:.75rem 1rem}
h3{margin:.1rem 0;font:600 1rem ui-monospace,monospace}table{border-collapse:collapse;width:100%}
td,th{border-top:1px solid var(--line);padding:.3rem .6rem .3rem 0;text-align:left;vertical-align:top}
table+table{margin-top:.75rem}td:first-child{width:9rem}
.try{font:.85rem system-ui;float:right}.method{color:var(--mark)}summary{cursor:pointer}
"""


def render(document: Mapping[str, Any], *, tried: str | None = None) -> str:
    """The page. `tried`: the address of the page on which operations can be tried out, if there is one."""
    info = document["info"]
    paragraphs = "".join(f"<p>{_prose(text)}</p>" for text in info["description"].split("\n\n"))
    groups = "".join(_group(tag, document, tried) for tag in document["tags"])
    schemas = "".join(_schema(name, schema) for name, schema in document["components"]["schemas"].items())
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(info["title"])} REST</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>'
        f"<h1>{escape(info['title'])} REST, version {escape(info['version'])}</h1>{paragraphs}"
        '<p><a href="/v1/openapi.json">OpenAPI document</a> · <a href="/v1/schema.graphql">GraphQL schema</a> · '
        f'<a href="/problems">Errors</a></p>{groups}<h2>Schemas</h2>{schemas}</body></html>'
    )


def _prose(text: str) -> str:
    """Text with its `code` set as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _group(tag: Mapping[str, str], document: Mapping[str, Any], tried: str | None) -> str:
    """The operations of a tag; the service's own, so nothing of what webhooks are sent."""
    shared = document["components"]["responses"]
    found = [
        _operation(path, method, operation, shared, _try(tag["name"], operation, tried))
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if tag["name"] in operation["tags"]
    ]
    return f"<h2>{escape(tag['description'])}</h2>{''.join(found)}" if found else ""


def _operation(path: str, method: str, operation: Mapping[str, Any], shared: Mapping[str, Any], more: str) -> str:
    rows = [_row(entry["name"], entry["in"], _kind(entry["schema"]), entry) for entry in operation["parameters"]]
    body = operation.get("requestBody")
    if body:
        rows.append(_row("body", "body", _content(body), body))
    answers = "".join(
        f"<tr><td>{status}</td><td>{escape(answer['description'])}</td><td>{_content(answer)}</td></tr>"
        for status, answer in _answers(operation, shared)
    )
    return (
        f'<section id="{operation["operationId"]}">'
        f'<h3><span class="method">{method.upper()}</span> {escape(path)}{more}</h3>'
        f"<p>{_prose(operation['summary'])}. {_prose(operation.get('description', ''))}</p>"
        f"<table>{''.join(rows)}</table><table>{answers}</table></section>"
    )


def _answers(operation: Mapping[str, Any], shared: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Status and answer; several operations may share one, which has a name then."""
    for status, answer in operation["responses"].items():
        yield status, shared[answer["$ref"].rpartition("/")[2]] if "$ref" in answer else answer


def _try(tag: str, operation: Mapping[str, Any], tried: str | None) -> str:
    """A link to the place where the operation can be sent."""
    if tried is None:
        return ""
    return f' <a class="try" href="{escape(tried)}#/{escape(tag)}/{operation["operationId"]}">try it</a>'


def _row(name: str, place: str, kind: str, entry: Mapping[str, Any]) -> str:
    needed = "required" if entry["required"] else "optional"
    return (
        f"<tr><td><code>{escape(name)}</code></td><td>{place}, {needed}</td><td>{kind}</td>"
        f"<td>{_prose(entry.get('description', ''))}</td></tr>"
    )


def _content(holder: Mapping[str, Any]) -> str:
    parts = [f"{escape(media)}: {_kind(entry['schema'])}" for media, entry in holder.get("content", {}).items()]
    return "<br>".join(parts)


def _kind(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    return escape(" ".join(str(schema[key]) for key in ("type", "pattern", "description") if key in schema) or "any")


def _schema(name: str, schema: Mapping[str, Any]) -> str:
    text = escape(json.dumps(schema, indent=2, ensure_ascii=False))
    return f'<details id="{escape(name)}"><summary><code>{escape(name)}</code></summary><pre>{text}</pre></details>'
