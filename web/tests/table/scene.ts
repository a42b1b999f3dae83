/** A table of no game, and its look, for the tests of what draws any. */
import { looks, type CardInfo, type Look, type PromptOptions, type Table } from '#core/index.ts';

export const LOOK: Look = {
  table: { seats: 'facing', order: ['stage', 'heap'] },
  zones: {
    held: { label: 'Held', place: 'hand', arrange: 'fan', card: 'full' },
    line: { label: 'Line', place: 'front', under: 'host', by: 'group' },
    heap: { label: 'Heap', place: 'centre', arrange: 'pile' },
    stage: { label: 'Stage', place: 'centre' }
  },
  numbers: {
    power: { label: 'Power', icon: 'swords' },
    life: { label: 'Life', icon: 'heart', most: 'most_life', tone: 'good' },
    most_life: { label: 'Most life' }
  },
  flags: { asleep: { label: 'Asleep', draw: 'turn' } },
  groups: { brawl: { label: 'Brawl', numbers: ['power'] } },
  links: { hits: { label: 'hits' }, owes: { label: 'owes', draw: 'badge' } },
  faces: [
    { when: { kind: 'beast' }, hue: 200, glyph: 'leaf', corners: { topLeft: 'power' }, line: ['kind'], tags: [] }
  ],
  actions: { wait: { label: 'Wait', weight: 'pass' }, hit: { label: 'Hit', weight: 'main' } }
};
export const LOOKS = looks(LOOK);

export const WOLF: CardInfo = {
  id: 'wolf',
  name: 'Wolf',
  set: 'one',
  number: 1,
  text: 'It has *Bite*.\nAt night: howl.',
  attributes: { kind: 'beast', power: '3' },
  face: { numbers: { power: 3 }, lines: { kind: 'beast' }, tags: { habits: ['hunts', 'howls'], wild: [] } }
};

export const TABLE: Table = {
  phase: 'night',
  active: 0,
  stats: { turn: 4 },
  players: [
    {
      seat: 0,
      inMatch: true,
      stats: { life: 7, most_life: 10 },
      zones: [
        { name: 'held', count: 2, seen: 'owner', cards: [card('h1'), card('h2')] },
        {
          name: 'line',
          count: 3,
          cards: [card('a1', { group: 'g1' }), card('a2'), card('a3', { host: 'a2' })]
        }
      ]
    },
    {
      seat: 1,
      inMatch: true,
      zones: [
        { name: 'held', count: 2, cards: [{ id: 'x1' }, { id: 'x2' }] },
        {
          name: 'line',
          count: 1,
          cards: [card('b1', { group: 'g1', flags: ['asleep'], counters: { power: 5 }, base: { power: 3 } })]
        }
      ]
    }
  ],
  zones: [
    { name: 'heap', count: 9, seen: 'nobody' },
    { name: 'stage', count: 1, cards: [card('s1', { owner: 1 })] }
  ],
  groups: [
    {
      id: 'g1',
      kind: 'brawl',
      label: 'Brawl of two',
      seats: [0, 1],
      members: ['a1', 'b1', 's1'],
      numbers: { power: 8 }
    }
  ],
  links: [
    { from: 'a1', to: 'b1', kind: 'hits' },
    { from: 'seat:0', to: 'seat:1', kind: 'hits' },
    { from: 'a2', to: 'b1', kind: 'owes' }
  ]
};

export function card(id: string, more: object = {}) {
  return { id, card: 'wolf', name: 'Wolf', ...more };
}

/** A prompt with an answer for each card given, and a way to wait. */
export function asking(...targets: string[]): PromptOptions {
  const hits = targets.map((id) => ({ type: 'hit', fixed: { target: id }, label: `Hit ${id}` }));
  return {
    prompt: {
      id: 'q1',
      revision: 0,
      seat: 0,
      kind: 'choose',
      mode: 'BLOCKING',
      ruleId: 'R-1',
      text: 'Hit or wait',
      openedAtVersion: 3,
      about: null,
      deadline: null
    },
    actions: [],
    templates: [...hits, { type: 'wait', label: 'Wait' }],
    references: [{ action: 'hit', field: 'target', names: ['CARD'] }],
    default: null
  };
}
