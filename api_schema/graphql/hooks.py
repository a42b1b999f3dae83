"""Runs the hooks of extensions: as Strawberry does, but looks at each class of them once, not for every operation."""

from __future__ import annotations

from contextlib import asynccontextmanager, contextmanager, nullcontext
from functools import cache, partial
from inspect import isasyncgenfunction, isgeneratorfunction
from typing import Any, NamedTuple

from strawberry.extensions import SchemaExtension
from strawberry.extensions.context import ExtensionContextManagerBase, WrappedHook
from strawberry.extensions.runner import SchemaExtensionsRunner

from api_schema.graphql.render import Rendered


class Hook(NamedTuple):
    """The maker of a context manager from an extension's hook."""

    make: Any
    is_async: bool


@cache
def hook_of(kind: type[SchemaExtension], name: str) -> Hook | None:
    """The hook of that name of a class of extensions, if the class defines it, as a generator."""
    defined = getattr(kind, name)
    if defined is getattr(SchemaExtension, name):
        return None
    if isgeneratorfunction(defined):
        return Hook(contextmanager(defined), is_async=False)
    return Hook(asynccontextmanager(defined), is_async=True) if isasyncgenfunction(defined) else None


class StageHooks(ExtensionContextManagerBase):
    """The hooks of one stage of an operation. Most stages have none or one, which needs no stack."""

    _only: Any

    def get_hook(self, extension: SchemaExtension) -> WrappedHook | None:
        """Called for each extension."""
        kind: Any = type(extension)
        found = hook_of(kind, self.HOOK_NAME)
        if found is None:
            return super().get_hook(extension)
        return WrappedHook(extension, partial(found.make, extension), found.is_async)

    async def __aenter__(self) -> None:
        if len(self.hooks) > 1:
            await super().__aenter__()
            return
        for hook in self.hooks:
            self._only = hook.hook()
            await self._only.__aenter__() if hook.is_async else self._only.__enter__()

    async def __aexit__(self, *raised: Any) -> None:
        if len(self.hooks) > 1:
            await super().__aexit__(*raised)
            return
        for hook in self.hooks:
            await self._only.__aexit__(*raised) if hook.is_async else self._only.__exit__(*raised)


class OperationHooks(StageHooks):
    """Around all of an operation."""

    HOOK_NAME = SchemaExtension.on_operation.__name__


class ParsingHooks(StageHooks):
    """Around parsing."""

    HOOK_NAME = SchemaExtension.on_parse.__name__


class ValidationHooks(StageHooks):
    """Around validation."""

    HOOK_NAME = SchemaExtension.on_validate.__name__


class ExecutingHooks(StageHooks):
    """Around execution."""

    HOOK_NAME = SchemaExtension.on_execute.__name__


class StreamRunner(SchemaExtensionsRunner):
    """Runs the extensions. Extensions saw an update that many subscribers share when it was rendered."""

    def operation(self) -> Any:
        """Around all of an operation."""
        return OperationHooks(self.extensions)

    def parsing(self) -> Any:
        """Around parsing."""
        return ParsingHooks(self.extensions)

    def validation(self) -> Any:
        """Around validation."""
        return ValidationHooks(self.extensions)

    def executing(self) -> Any:
        """Around execution."""
        return ExecutingHooks(self.extensions)

    def on_stream_result(self, result: Any) -> Any:
        """Nothing for a shared result: going through the extensions takes longer than sending it."""
        return nullcontext() if type(result.data) is Rendered else super().on_stream_result(result)
