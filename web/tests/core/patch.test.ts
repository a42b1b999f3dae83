// @vitest-environment node
// What stores rely on: a patch changes no object that is there, and keeps each that it does not touch.
import { describe, expect, test } from 'vitest';
import { patched } from '../../src/core/match/patch.ts';

const before = { a: { b: [1, { c: 2 }, 3] }, d: { e: 1 } };

describe('a patch', () => {
  test('makes another document, and leaves the one before as it was', () => {
    const copy = structuredClone(before);
    const after = patched(before, [
      { op: 'remove', path: '/a/b/0' },
      { op: 'replace', path: '/a/b/0/c', value: 7 },
      { op: 'add', path: '/d/f', value: null }
    ]);
    expect(after).toEqual({ a: { b: [{ c: 7 }, 3] }, d: { e: 1, f: null } });
    expect(before).toEqual(copy);
  });

  test('keeps what it does not touch', () => {
    const after = patched(before, [{ op: 'replace', path: '/a/b/0', value: 2 }]);
    expect(after.d).toBe(before.d);
    expect(after.a.b[1]).toBe(before.a.b[1]);
    expect(after.a.b).not.toBe(before.a.b);
  });

  test('replaces the whole', () => expect(patched<unknown>(before, [{ op: 'replace', path: '', value: 1 }])).toBe(1));

  test.each(['/a/none/b', '/none', '/a/b/7/c'])('for %s, which is not there, is refused', (path) => {
    expect(() => patched(before, [{ op: 'replace', path, value: 1 }])).toThrow(path);
  });
});
