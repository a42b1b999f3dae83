import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { BOX, layout, played, type BracketNode, type Layout } from '#lib/bracket/layout.ts';

const told = execFileSync('.venv/bin/python', ['-m', 'tests.web.brackets'], {
  cwd: '..',
  encoding: 'utf8',
  maxBuffer: 1e8
});
const graphs = Object.entries(JSON.parse(told) as Record<string, BracketNode[]>);

function overlapping({ boxes }: Layout): string[] {
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => Math.abs(one.x - other.x) < BOX.width && Math.abs(one.y - other.y) < BOX.height)
      .map((other) => `${one.node.id} ${other.node.id}`)
  );
}

describe.each(graphs)('the bracket %s', (_, nodes) => {
  const drawn = layout(nodes);
  const boxOf = new Map(drawn.boxes.map((box) => [box.node.id, box]));

  it('shows each match that is played, once', () => {
    expect([...boxOf.keys()].sort()).toEqual(
      played(nodes)
        .map(({ id }) => id)
        .sort()
    );
  });

  it('has no box on another one or beyond its edges', () => {
    expect(overlapping(drawn)).toEqual([]);
    for (const { x, y } of drawn.boxes) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(x + BOX.width).toBeLessThanOrEqual(drawn.width);
      expect(y + BOX.height).toBeLessThanOrEqual(drawn.height);
    }
  });

  it('leads every winner to a match on its right, and all but the last go on', () => {
    for (const { from, to } of drawn.lines) expect(boxOf.get(from)?.x).toBeLessThan(boxOf.get(to)?.x ?? 0);
    const on = new Set(drawn.lines.map(({ from }) => from));
    const ends = played(nodes).filter(({ id }) => !on.has(id));
    const last = nodes.filter(({ side }) => side !== 'THIRD').at(-1)?.id;
    expect(ends.map(({ id, side }) => (side === 'THIRD' ? 'third' : id)).filter((end) => end !== 'third')).toEqual([
      last
    ]);
  });

  it('stands a match between those whose winners meet there', () => {
    for (const { node, y } of drawn.boxes.filter((box) => box.node.side === 'WINNERS')) {
      const before = drawn.lines.filter(({ to }) => to === node.id).map(({ from }) => boxOf.get(from)?.y ?? NaN);
      if (before.length === 2) expect(y).toBeCloseTo(((before[0] ?? 0) + (before[1] ?? 0)) / 2);
    }
  });
});

describe('single matches', () => {
  const byName = new Map(graphs);
  const y = (name: string, id: string) =>
    layout(byName.get(name) ?? []).boxes.find((box) => box.node.id === id)?.y ?? NaN;

  it('stands the match for the third place below the final', () => {
    expect(y('single 8 third', 'T1.1')).toBeGreaterThan(y('single 8 third', 'W3.1'));
  });

  it('stands the second final level with the first', () => {
    expect(y('double 8 reset', 'F2.1')).toBe(y('double 8 reset', 'F1.1'));
  });

  it('has nothing to draw before the first round', () => {
    expect(layout([])).toMatchObject({ width: 0, height: 0, boxes: [], lines: [] });
  });
});
