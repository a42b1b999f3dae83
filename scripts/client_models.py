"""Make the models of the Python client from the schemas of the OpenAPI document: `python -m scripts.client_models`.

datamodel-code-generator writes them, in the environment of the generators (`make setup`). Before, the document is made
to say what a client holds to: enums get names and may grow, limits of inputs are the service's to check, and what
differs from game to game is data. `--check` compares.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from api_schema.operations.table import OPERATIONS
from api_schema.rest.schemas import models
from domain.games import discover

Schema: TypeAlias = dict[str, Any]
ROOT = Path(__file__).resolve().parents[1]
MODELS = ROOT / "client/playledger_client/models.py"
GENERATOR = ROOT / ".venv/codegen/bin/datamodel-codegen"
HEADER = '"""The types of the service. Generated from the schemas of the OpenAPI document by `make schema`."""\n'
HOW = (
    "--input-file-type=openapi", "--output-model-type=msgspec.Struct", "--use-msgspec-tagged-unions",
    "--base-class=playledger_client.model.Model", "--keyword-only", "--target-python-version=3.11",
    "--snake-case-field", "--use-specialized-enum", "--capitalise-enum-members", "--use-schema-description",
    "--use-single-line-docstring", "--use-double-quotes", "--disable-timestamp", "--formatters=builtin", "--no-alias",
    "--use-default", "--deserialize-default-values=enum",
    '--import-overrides={"StrEnum": "playledger_client.model"}',
)  # fmt: skip
LIMITS = {"title", "format", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern"}
BODIES = {"ActionBody", "ByToken", "Concede", "ConcedeAction"}
"""What an action may be sent as; the client puts it together out of an action and a guard."""
OF_A_GAME = {("LegalAction", "action"), ("State", "view")}
"""Members whose form is that of the match's game. A client reads them as data, or as the game's own model."""


def simplified() -> Schema:
    """The schemas of the document as a client has them: a default stands for what an older service lacks."""
    found: Schema = {}
    for name, schema in models(OPERATIONS, sorted(discover().values(), key=lambda game: game.slug)).items():
        if name not in BODIES and not name.endswith("ActionBody"):
            found[name] = _bare(schema)
    for owner, member in OF_A_GAME:
        _replace(found[owner]["properties"], member, {"type": "object"})
    # an item of a kind that is added later is passed over, not an error
    found["InboxItem"] = found["InboxPage"]["properties"]["items"]["items"]
    found["InboxPage"]["properties"]["items"]["items"] = {"type": "object"}
    for name, schema in list(found.items()):
        _name_enums(name, schema, found)
    info = {"title": "Playledger", "version": "1"}
    return {"openapi": "3.1.0", "info": info, "paths": {}, "components": {"schemas": found}}


def _bare(schema: Any) -> Any:
    """Without limits; a description as one paragraph after the other, as it was meant."""
    if isinstance(schema, list):
        return [_bare(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    # the members of an object may be called as a limit is
    kept: Schema = {
        name: {member: _bare(one) for member, one in part.items()} if name == "properties" else _bare(part)
        for name, part in schema.items()
        if name not in LIMITS
    }
    if "enum" in kept:
        kept["type"] = "string"
    if "properties" in kept:
        defaults = [name for name, member in kept["properties"].items() if "default" in member]
        kept["required"] = [*kept["required"], *defaults]
    if isinstance(kept.get("description"), str):
        kept["description"] = "\n".join(line.strip() for line in kept["description"].splitlines())
    return kept


def _replace(members: Schema, member: str, by: Schema) -> None:
    """Put another schema in a member's place, and null beside it where the document has that too."""
    null = {"type": "null"}
    members[member] = {"anyOf": [by, null]} if null in members[member]["anyOf"] else by


def _name_enums(owner: str, schema: Schema, found: Schema) -> None:
    """Make a schema of its own of each enum of a member; the same values by the same name are one."""
    fixed = {variant["discriminator"]["propertyName"] for variant in found.values() if "discriminator" in variant}
    for member, kind in schema.get("properties", {}).items():
        for enum in _enums(kind):
            if member in fixed and len(enum["enum"]) == 1:
                enum["const"] = enum.pop("enum")[0]
                continue
            name = owner + member[0].upper() + member[1:]
            own: Schema = {"type": "string", "enum": enum["enum"], "x-member": member}
            same = next((known for known, one in found.items() if one == own), name)
            found[same] = own
            default = {"default": enum["default"]} if "default" in enum else {}
            enum.clear()
            enum.update(default, **{"$ref": f"#/components/schemas/{same}"})


def _enums(schema: Schema) -> Iterator[Schema]:
    if "enum" in schema:
        yield schema
    for part in (
        *schema.get("anyOf", ()),
        *(schema[key] for key in ("items", "additionalProperties") if key in schema),
    ):
        if isinstance(part, dict):
            yield from _enums(part)


def generated() -> str:
    """The text of the module. FileNotFoundError without the generator."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "openapi.json"), Path(folder, "models.py")
        source.write_text(json.dumps(simplified()))
        subprocess.run(
            [GENERATOR, *HOW, f"--custom-file-header={HEADER}", f"--input={source}", f"--output={made}"], check=True
        )
        for tidy in (["check", "--select=I", "--fix"], ["format"]):
            subprocess.run([sys.executable, "-m", "ruff", *tidy, "--quiet", made], cwd=ROOT, check=True)
        return made.read_text(encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Exit code 1 if `--check` finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m scripts.client_models", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only")
    text = generated()
    if parser.parse_args(arguments).check:
        return int(MODELS.read_text(encoding="utf-8") != text)
    MODELS.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
