import { existsIn, immutableJSONPatch, type JSONPatchDocument, parsePath } from 'immutable-json-patch';
import type { Operation } from '../api/types.ts';

/**
 * The document after a JSON Patch (RFC 6902). What the patch doesn't touch is the very same object in both, so that
 * `===` says what has changed. Throws for a path that leads nowhere.
 */
export function patched<T>(document: T, patch: readonly Operation[]): T {
  return immutableJSONPatch(document, patch as JSONPatchDocument, { before: refuseStray }) as T;
}

/** The library would make what is missing, and a patch for another document would go unnoticed. */
function refuseStray(document: unknown, { op, path }: { readonly op: string; readonly path: string }): object {
  const place = parsePath(document, path);
  if (!existsIn(document, op === 'add' ? place.slice(0, -1) : place))
    throw new Error(`a patch for ${path}, which isn't there`);
  return {};
}
