import { readFileSync } from 'node:fs';
import { render } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import { looks } from '#core/index.ts';
import CardFace from '#lib/card/CardFace.svelte';
import { GLYPHS, pathOf } from '#lib/card/glyphs.ts';
import { BLACK, contrast, okHue, SHADES, type Shade } from '#lib/card/hue.ts';
import { factsOf } from '#lib/card/printed.ts';
import { shownCard } from '#lib/card/shown.ts';
import { linesOf } from '#lib/card/text.ts';
import { LOOKS, WOLF } from './scene.ts';

const HUES = [...Array(360).keys()];

test.each(['light', 'dark'] as const)('every hue is legible in the %s scheme', (scheme) => {
  const { ground, head, edge, text } = SHADES[scheme];
  const ink = scheme === 'light' ? { light: 0.23, chroma: 0 } : { light: 0.94, chroma: 0 };
  const paper = scheme === 'light' ? { light: 0.999, chroma: 0 } : { light: 0.22, chroma: 0 };
  for (const hue of HUES.map(okHue)) {
    expect(contrast(text, head, hue)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(text, ground, hue)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ink, ground, hue)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(edge, paper, hue)).toBeGreaterThanOrEqual(3);
  }
});

test.each(['light', 'dark'] as const)('grey and black are legible in the %s scheme', (scheme) => {
  const grey = ({ light }: Shade) => ({ light, chroma: 0 });
  const { head, ground, text } = SHADES[scheme];
  const black = BLACK[scheme];
  expect(contrast(grey(text), grey(head), 0)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(grey(text), grey(ground), 0)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(black.onHead, black.head, 0)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(black.edge, grey(ground), 0)).toBeGreaterThanOrEqual(3);
});

test('a face of no hue has no chroma, and its symbol stands beside its word', () => {
  const look = looks({
    faces: [{ when: {}, hue: 0, glyph: 'star', colour: 'black', line: ['rank'] }],
    symbols: { rank: { high: 'gold' } }
  });
  const info = { ...WOLF, face: { numbers: {}, lines: { rank: 'high' }, tags: {} } };
  const card = shownCard({ id: 'a', card: 'wolf' }, info, look);
  const { container } = render(CardFace, { card, size: 'full' });
  expect(container.querySelector('.face')).toHaveClass('black');
  expect(container.querySelector<HTMLElement>('.face')?.style.getPropertyValue('--tint')).toBe('0');
  expect(container.querySelector('.line .symbol')).toHaveClass('gold');
  expect(container.querySelector('.line')).toHaveTextContent(/^High$/);
  expect(shownCard({ id: 'b', card: 'wolf' }, WOLF, LOOKS).tint).toBe(1);
});

test('the style sheet has these very shades', () => {
  const written = readFileSync('src/lib/card/CardFace.svelte', 'utf8').replaceAll(/\s+/g, ' ');
  const style = written.replaceAll('( ', '(').replaceAll(' )', ')');
  for (const name of ['ground', 'head', 'edge', 'text'] as const) {
    const [light, dark] = [SHADES.light[name], SHADES.dark[name]].map(
      (shade) => `oklch(${shade.light} calc(${shade.chroma} * var(--tint)) var(--face))`
    );
    expect(style).toContain(`--${name}: light-dark(${light}, ${dark});`);
  }
  for (const name of ['head', 'edge'] as const) {
    expect(style).toContain(
      `--${name}: light-dark(oklch(${BLACK.light[name].light} 0 0), oklch(${BLACK.dark[name].light} 0 0));`
    );
  }
  expect(style).toContain(`--on-head: oklch(${BLACK.light.onHead.light} 0 0);`);
});

test('colours of the wheel keep their names', () => {
  expect([0, 60, 120, 240].map((hue) => Math.round(okHue(hue)))).toEqual([29, 110, 142, 265]);
});

test('each picture that a look may name can be drawn', () => {
  const source = readFileSync('../domain/kernel/look.py', 'utf8');
  const [, listed = ''] = /Icon = Literal\[([^\]]*)\]/.exec(source) ?? [];
  const names = [...listed.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(40);
  expect(Object.keys(GLYPHS).sort()).toEqual(names.sort());
  expect(pathOf('constructor')).toBe(GLYPHS.ring);
});

test('what is printed is spans, never markup', () => {
  expect(linesOf('It has *Bite*.\n\n2 * 3 <b>\nUnless `mode = all`.')).toEqual([
    [
      { text: 'It has ', as: null },
      { text: 'Bite', as: 'strong' },
      { text: '.', as: null }
    ],
    [{ text: '2 * 3 <b>', as: null }],
    [
      { text: 'Unless ', as: null },
      { text: 'mode = all', as: 'code' },
      { text: '.', as: null }
    ]
  ]);
});

test('what is printed is numbers, lines and tags, each by its label', () => {
  expect(factsOf(WOLF, LOOKS).map(({ label, value }) => [label, value])).toEqual([
    ['Power', '3'],
    ['Kind', 'Beast'],
    ['Habits', 'Hunts, Howls'],
    ['Wild', null]
  ]);
});
