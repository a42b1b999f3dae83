import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GLYPHS, pathOf } from '#lib/card/glyphs.ts';
import { contrast, okHue, SHADES } from '#lib/card/hue.ts';
import { factsOf } from '#lib/card/printed.ts';
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

test('the style sheet has these very shades', () => {
  const style = readFileSync('src/lib/card/CardFace.svelte', 'utf8');
  for (const name of ['ground', 'head', 'edge', 'text'] as const) {
    const [light, dark] = [SHADES.light[name], SHADES.dark[name]].map(
      (shade) => `oklch(${shade.light} ${shade.chroma} var(--face))`
    );
    expect(style).toContain(`--${name}: light-dark(${light}, ${dark});`);
  }
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
