import type { Operation } from '../api/types.ts';

type Container = Record<string, unknown> | unknown[];

/**
 * The document after a JSON Patch (RFC 6902: add, remove, replace). What the patch doesn't touch is the very same
 * object in both, so that `===` says what has changed. Throws for a path that leads nowhere.
 */
export function patched<T>(document: T, patch: readonly Operation[]): T {
  const root = { '': document as unknown };
  const fresh = new Set<unknown>([root]); // copied for this patch: may be changed
  for (const operation of patch) apply(root, ['', ...steps(operation.path)], operation, fresh);
  return root[''] as T;
}

function steps(path: string): string[] {
  if (path === '') return [];
  return path
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function apply(root: Container, path: readonly string[], operation: Operation, fresh: Set<unknown>): void {
  let place: Container = root;
  for (const step of path.slice(0, -1)) {
    const inner = copied(got(place, step, operation), fresh);
    put(place, step, inner);
    place = inner;
  }
  const last = path.at(-1) as string;
  if (operation.op !== 'add') got(place, last, operation);
  if (!Array.isArray(place)) {
    if (operation.op === 'remove') Reflect.deleteProperty(place, last);
    else put(place, last, operation.value);
  } else if (operation.op === 'replace') place[Number(last)] = operation.value;
  else if (operation.op === 'remove') place.splice(Number(last), 1);
  else place.splice(last === '-' ? place.length : Number(last), 0, operation.value);
}

/** A container that may be changed. */
function copied(value: unknown, fresh: Set<unknown>): Container {
  if (fresh.has(value)) return value as Container;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  fresh.add(copy);
  return copy as Container;
}

function got(place: Container, step: string, { path }: Operation): unknown {
  if (!Object.hasOwn(place, step)) throw new Error(`a patch for ${path}, which isn't there`);
  return (place as Record<string, unknown>)[step];
}

/** `__proto__` is a name as any other. */
function put(place: Container, step: string, value: unknown): void {
  Object.defineProperty(place, step, { value, writable: true, enumerable: true, configurable: true });
}
