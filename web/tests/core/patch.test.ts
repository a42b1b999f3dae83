// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { patched } from '../../src/core/match/patch.ts';

const before = { a: { b: [1, { c: 2 }, 3], 'x/y': 0, 'm~n': 1 }, d: { e: 1 } };

describe('a patch', () => {
  test.each([
    ['adds a member', [{ op: 'add', path: '/d/f', value: 2 }], { ...before, d: { e: 1, f: 2 } }],
    ['replaces one', [{ op: 'replace', path: '/d/e', value: 2 }], { ...before, d: { e: 2 } }],
    ['removes one', [{ op: 'remove', path: '/d/e' }], { ...before, d: {} }],
    [
      'adds to a list',
      [{ op: 'add', path: '/a/b/1', value: 9 }],
      { ...before, a: { ...before.a, b: [1, 9, { c: 2 }, 3] } }
    ],
    [
      'adds at its end',
      [{ op: 'add', path: '/a/b/-', value: 9 }],
      { ...before, a: { ...before.a, b: [1, { c: 2 }, 3, 9] } }
    ],
    ['removes from a list', [{ op: 'remove', path: '/a/b/0' }], { ...before, a: { ...before.a, b: [{ c: 2 }, 3] } }],
    [
      'goes into a list',
      [{ op: 'replace', path: '/a/b/1/c', value: 5 }],
      { ...before, a: { ...before.a, b: [1, { c: 5 }, 3] } }
    ],
    [
      'knows escaped names',
      [
        { op: 'replace', path: '/a/x~1y', value: 5 },
        { op: 'remove', path: '/a/m~0n' }
      ],
      { ...before, a: { b: before.a.b, 'x/y': 5 } }
    ],
    ['replaces the whole', [{ op: 'replace', path: '', value: 1 }], 1],
    [
      'counts on from what it has done',
      [
        { op: 'remove', path: '/a/b/0' },
        { op: 'replace', path: '/a/b/0/c', value: 7 }
      ],
      { ...before, a: { ...before.a, b: [{ c: 7 }, 3] } }
    ]
  ] as const)('%s', (_, patch, after) => {
    const copy = structuredClone(before);
    expect(patched<unknown>(before, patch)).toEqual(after);
    expect(before).toEqual(copy);
  });

  test('keeps what it does not touch', () => {
    const after = patched(before, [{ op: 'replace', path: '/a/b/0', value: 2 }]);
    expect(after.d).toBe(before.d);
    expect(after.a.b[1]).toBe(before.a.b[1]);
    expect(after.a.b).not.toBe(before.a.b);
  });

  test('does not change a value that an earlier patch brought', () => {
    const value = { e: 1 };
    const first = patched<{ d: { e: number } }>(before, [{ op: 'replace', path: '/d', value }]);
    const second = patched(first, [{ op: 'replace', path: '/d/e', value: 2 }]);
    expect([first.d, value, second.d]).toEqual([{ e: 1 }, { e: 1 }, { e: 2 }]);
  });

  test.each(['/a/none/b', '/none', '/a/b/7'])('of %s, which is not there, is refused', (path) => {
    expect(() => patched(before, [{ op: 'replace', path, value: 1 }])).toThrow(path);
  });

  test('takes a name that objects have by themselves as any other', () => {
    const after = patched<object>({}, [{ op: 'add', path: '/__proto__', value: { polluted: true } }]);
    expect(Object.hasOwn(after, '__proto__')).toBe(true);
    expect('polluted' in {}).toBe(false);
    expect(() => patched({}, [{ op: 'add', path: '/constructor/prototype/polluted', value: 1 }])).toThrow(
      'constructor'
    );
  });
});
