"""What a revision may not do, since the release before works on the same tables meanwhile: read from its source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from eventstore.migrations.script import FOLDER

ONLINE = "create_index_online"
CONTRACT = "remove it one release after the last that uses it, and name the newest that does not: `unused_since`"
EXPAND = "add a column or a table beside it, and remove this one later"
CALLS = {
    "drop_column": CONTRACT,
    "drop_table": CONTRACT,
    "drop_constraint": CONTRACT,
    "rename_table": EXPAND,
    "batch_alter_table": "use the plain operations: both databases know them",
    "create_unique_constraint": f"use `{ONLINE}(..., unique=True)`",
    "create_primary_key": EXPAND,
    "create_check_constraint": "check it in the code: all rows would be read under a lock",
    "create_foreign_key": "leave it out: all rows would be read under a lock",
    "create_exclude_constraint": "check it in the code: all rows would be read under a lock",
}
"""Operations that are refused on a table that others use, and what to do instead."""
ALTERS = {"new_column_name": EXPAND, "type_": EXPAND, "nullable": "add the column with a server_default, and leave it"}
"""What `alter_column` may not change."""
STATEMENTS = (
    (r"\bCREATE\s+(UNIQUE\s+)?INDEX\b", f"use `{ONLINE}`"),
    (r"\bALTER\s+TABLE\b.*\bRENAME\b", EXPAND),
    (r"\bALTER\s+TABLE\b.*\bDROP\b", CONTRACT),
    (r"\bDROP\s+TABLE\b", CONTRACT),
    (r"\bALTER\s+TABLE\b.*\bTYPE\b", EXPAND),
    (r"\bALTER\s+TABLE\b.*\bSET\s+NOT\s+NULL\b", ALTERS["nullable"]),
    (r"\bALTER\s+TABLE\b.*\bADD\s+(CONSTRAINT|UNIQUE|PRIMARY|CHECK|FOREIGN)\b", "see the operation of that name"),
    (r"\b(LOCK\s+TABLE|VACUUM|CLUSTER|REINDEX|TRUNCATE)\b", "leave it to operators"),
    (
        r"^\s*(UPDATE\b|DELETE\s+FROM\s+(?!read_models\b))",
        "delete the row of the read model, which then begins anew, or let a command do it, page by page",
    ),
)
"""What a statement may not say. SQL files are read for the same but the last, which functions may do."""


def faults(path: Path, releases: Sequence[str]) -> list[str]:
    """What is wrong with a revision, each with what would be right. `releases` are those that are out."""
    tree = ast.parse(path.read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    new = {_text(call.args[0]) for call in calls if _name(call) == "create_table"}
    found = [fault for call in calls for fault in _call(call, new)]
    if _unused_since(tree) in releases:
        found = [fault for fault in found if not fault.endswith(CONTRACT)]
    return [f"{path.name}: {fault}" for fault in (*found, *_together(calls, new))]


def _call(call: ast.Call, new: set[str]) -> Iterator[str]:
    name, table = _name(call), _table(call)
    if name == "execute":
        yield from _statement(_text(call.args[0]))
    elif name == "run_script":
        for pattern, advice in STATEMENTS[:-1]:
            if found := re.search(pattern, (FOLDER / _text(call.args[0])).read_text("utf-8"), re.IGNORECASE):
                yield f"`{found[0]}`: {advice}"
    elif table in new:
        return
    elif name == "create_index":
        yield f"`create_index` on {table}: use `{ONLINE}`, others write to the table"
    elif name in CALLS:
        yield f"`{name}` on {table}: {CALLS[name]}"
    elif name == "alter_column":
        changed = [word.arg for word in call.keywords if word.arg in ALTERS]
        yield from (f"`alter_column` on {table} changes {one}: {ALTERS[one]}" for one in changed if one)
    elif name == "add_column":
        yield from (f"`add_column` on {table}: {fault}" for fault in _column(call))


def _statement(text: str) -> Iterator[str]:
    for pattern, advice in STATEMENTS:
        if re.search(pattern, text, re.IGNORECASE | re.DOTALL):
            yield f"`{' '.join(text.split())}`: {advice}"


def _column(call: ast.Call) -> Iterator[str]:
    """A column that the release before can't leave out, or for which every row is written anew."""
    inner = [node for node in ast.walk(call) if isinstance(node, ast.Call) and node is not call]
    words = {word.arg: word.value for node in inner for word in node.keywords}
    default, nullable = words.get("server_default"), words.get("nullable")
    if isinstance(nullable, ast.Constant) and nullable.value is False and default is None:
        yield "NOT NULL without a server_default: the release before leaves the column out, and its rows are refused"
    if default is not None and _computed(default):
        yield "a server_default that is computed: every row would be written under a lock; take a constant"
    if "ForeignKey" in map(_name, inner) or "unique" in words or "primary_key" in words:
        yield "a key: all rows would be read under a lock"


def _computed(default: ast.expr) -> bool:
    texts = [node.value for node in ast.walk(default) if isinstance(node, ast.Constant)]
    return "func." in ast.unparse(default) or any("(" in str(text) for text in texts)


def _together(calls: Sequence[ast.Call], new: set[str]) -> Iterator[str]:
    """One table at a time, so that nobody waits for one lock while it is kept waiting for another."""
    online = [call for call in calls if _name(call) == ONLINE]
    others = [call for call in calls if _operation(call)]
    if online and others:
        yield f"`{ONLINE}` beside {_name(others[0])}: a revision that makes an index does nothing else"
    used = {_table(call) for call in (*online, *others) if _name(call) in {ONLINE, "add_column", "alter_column"}} - new
    used |= {found for call in others for found in _altered(call)} - new
    if len(used) > 1:
        yield f"it changes {', '.join(sorted(used))}: make a revision of each, since the locks of one are kept together"


def _altered(call: ast.Call) -> list[str]:
    text = _text(call.args[0]) if _name(call) == "execute" else ""
    return re.findall(r"\bALTER\s+TABLE\s+(?:ONLY\s+)?(\w+)", text, re.IGNORECASE)


def _operation(call: ast.Call) -> bool:
    function = call.func
    of_alembic = isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name)
    return of_alembic and ast.unparse(function).startswith("op.") and _name(call) not in {"get_bind", "get_context"}


def _unused_since(tree: ast.Module) -> str:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "unused_since":
            return _text(node.value)
    return ""


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)


def _table(call: ast.Call) -> str:
    """The table that an operation names: mostly the first argument, after the name of an index or a constraint."""
    named = {word.arg: word.value for word in call.keywords}
    second = _name(call).endswith(("_index", "_constraint", "_key")) or _name(call) == ONLINE
    if "table_name" in named:
        return _text(named["table_name"])
    return _text(call.args[min(int(second), len(call.args) - 1)]) if call.args else "?"


def _text(node: ast.expr) -> str:
    """A text as far as it is written out; the source of anything else."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
    return ast.unparse(node)
