import { describe, expect, it } from 'vitest';
import forms from '#core/api/generated/forms.json' with { type: 'json' };
import { asWords, changed, fieldsOf, parts, type Schema } from '#lib/forms/schema.ts';
import { policyFields } from '#lib/event/making.ts';

const options: Schema = {
  $ref: '#/$defs/Options',
  $defs: {
    Options: {
      properties: {
        mode: { enum: ['duel', 'all'], default: 'duel' },
        cap: { anyOf: [{ type: 'integer', minimum: 1, maximum: 9 }, { type: 'null' }], default: null },
        sets: { type: 'array', items: { type: 'string' }, default: [] },
        odd: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        inner: { $ref: '#/$defs/Inner' }
      },
      required: ['mode']
    },
    Inner: { type: 'object', properties: { size: { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER } } }
  }
};

describe('fieldsOf', () => {
  const found = new Map(fieldsOf(options).map((field) => [field.name, field]));

  it('reads choices, numbers, lists and groups, with what holds of them', () => {
    expect(found.get('mode')).toEqual({
      name: 'mode',
      kind: 'choice',
      choices: ['duel', 'all'],
      needed: true,
      nullable: false,
      usual: 'duel'
    });
    expect(found.get('cap')).toMatchObject({ kind: 'number', least: 1, most: 9, nullable: true, usual: null });
    expect(found.get('sets')).toMatchObject({ kind: 'list', numbers: false, usual: [] });
    expect(found.get('inner')).toMatchObject({ kind: 'group', fields: [{ name: 'size', least: null, most: null }] });
  });

  it('leaves out what no field can ask', () => {
    expect(found.has('odd')).toBe(false);
  });

  it('asks for every setting of a format that the policy has', () => {
    const names = policyFields('SWISS', 'first')
      .concat(policyFields('SWISS', 'more'))
      .map(({ name }) => name);
    expect(names).toEqual([
      'rounds',
      'bestOf',
      'roundMs',
      'cut',
      'lateEntry',
      'tieBreaks',
      'points',
      'floor',
      'ownBye',
      'regulations'
    ]);
  });

  it('has a place for every member of the policy in some format', () => {
    const formats = ['SWISS', 'ROUND_ROBIN', 'SINGLE_ELIMINATION', 'DOUBLE_ELIMINATION', 'PODS'] as const;
    const asked = new Set(
      formats.flatMap((format) =>
        policyFields(format, 'first')
          .concat(policyFields(format, 'more'))
          .map(({ name }) => name)
      )
    );
    const members = Object.keys(forms.$defs.TournamentPolicyInput.properties).filter((name) => name !== 'format');
    expect([...asked].sort()).toEqual(members.sort());
  });
});

describe('values', () => {
  it('leave to the service what nobody has chosen', () => {
    expect(changed({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
    expect(changed({ b: 2 }, 'a', null)).toEqual({ b: 2, a: null });
  });

  it('are read from commas, and what is no number is left for the service to refuse', () => {
    expect(parts('5, 3,2  1', true)).toEqual([5, 3, 2, 1]);
    expect(parts('5, x', true)).toEqual([5, 'x']);
    expect(parts(' OMW,, BH/C1 ', false)).toEqual(['OMW', 'BH/C1']);
  });

  it('have names that people read', () => {
    expect(asWords('openingHand')).toBe('Opening hand');
    expect(asWords('free_for_all')).toBe('Free for all');
  });
});
