// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { looks, plain } from '../../src/core/index.ts';
import type { CardInfo, Look } from '../../src/core/index.ts';

const card = (attributes: Record<string, string>, face: Partial<CardInfo['face']> = {}): CardInfo => ({
  id: 'c',
  name: 'Card',
  set: 's',
  number: 1,
  text: '',
  attributes,
  face: { numbers: {}, lines: {}, tags: {}, ...face }
});
const look: Look = {
  table: { seats: 'facing', order: ['middle', 'gone'] },
  zones: { own_deck: { label: 'Deck', place: 'pile' } },
  numbers: { force: { label: 'Force', icon: 'swords', tone: 'good' } },
  faces: [
    { when: { kind: 'agent', side: 'dark' }, hue: 10, colour: 'grey', glyph: 'mask', line: ['side', 'rank'] },
    {
      when: { kind: 'agent' },
      hue: 20,
      glyph: 'person',
      corners: { topLeft: 'cost', bottomRight: 'force' },
      line: ['kind', 'side'],
      tags: ['unique', 'titles']
    }
  ],
  symbols: { rank: { high: 'gold' } },
  actions: { pass: { label: 'Pass', weight: 'pass' } },
  prompts: { vote: { auto: false } },
  words: { window: { pre: 'before combat' } },
  phases: { main: 'Main phase' }
};

describe('a look', () => {
  const shown = looks(look);

  test('fills in what it leaves out', () => {
    expect(shown.zone('own_deck')).toEqual({
      label: 'Deck',
      place: 'pile',
      arrange: 'row',
      card: 'compact',
      under: null,
      by: null
    });
    expect(shown.number('force')).toEqual({ label: 'Force', icon: 'swords', most: null, tone: 'good' });
    expect(shown.action('pass')).toEqual({ label: 'Pass', weight: 'pass' });
    expect(shown.seats).toBe('facing');
  });

  test('shows the name of what it does not have', () => {
    expect(shown.zone('side_zone').label).toBe('Side zone');
    expect(shown.link('is_blocked').label).toBe('is blocked');
    expect([shown.action('draw_card').label, shown.flag('spent').label, shown.group('fight').label]).toEqual([
      'Draw card',
      'Spent',
      'Fight'
    ]);
    expect([shown.phase('main'), shown.phase('end'), shown.markLabel('ko'), shown.kind('toString')]).toEqual([
      'Main phase',
      'End',
      'Ko',
      'ToString'
    ]);
    expect([shown.word('window', 'pre'), shown.word('window', 'post'), shown.word('number', 3)]).toEqual([
      'before combat',
      'Post',
      '3'
    ]);
  });

  test('may leave out all', () => {
    const none = looks(null);
    expect(none.face(card({ kind: 'agent' }))).toEqual({
      hue: null,
      colour: 'hue',
      glyph: null,
      symbol: null,
      line: '',
      tags: [],
      corners: { topLeft: null, topRight: null, bottomLeft: null, bottomRight: null }
    });
    expect([none.seats, none.mayAnswer('any')]).toEqual(['ring', true]);
  });

  test('takes the first face that fits, with what is printed', () => {
    expect(shown.face(card({ kind: 'agent', side: 'dark' })).hue).toBe(10);
    const ranked = (rank: string) => shown.face(card({ kind: 'agent', side: 'dark' }, { lines: { rank } }));
    expect([ranked('high').symbol, ranked('low').symbol, ranked('toString').symbol]).toEqual(['gold', null, null]);
    expect(ranked('high').colour).toBe('grey');
    const { hue, glyph, corners, line, tags } = shown.face(
      card(
        { kind: 'agent', cost: 'not read', titles: 'not read' },
        {
          numbers: { cost: 3 },
          lines: { kind: 'agent', side: 'light' },
          tags: { titles: ['first_mate', 'captain, retired'], unique: [] }
        }
      )
    );
    expect([hue, glyph, line, tags]).toEqual([
      20,
      'person',
      'Agent · Light',
      ['Unique', 'First mate', 'Captain, retired']
    ]);
    expect(corners).toMatchObject({ topLeft: { name: 'cost', label: 'Cost', value: '3' }, bottomRight: null });
  });

  test('orders zones, those that it does not name last', () => {
    expect(shown.order(['side', 'middle', 'other'])).toEqual(['middle', 'side', 'other']);
  });

  test('says what a machine may answer', () => {
    expect([shown.mayAnswer('vote'), shown.mayAnswer('choose')]).toEqual([false, true]);
  });
});

test('a name is shown as words', () => expect(['own_deck', 'a', ''].map(plain)).toEqual(['Own deck', 'A', '']));
