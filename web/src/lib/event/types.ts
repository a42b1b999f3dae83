/** The shapes of tournaments under short names. */
import type { components } from '#core/api/generated/rest.ts';

type Schemas = components['schemas'];

export type Tournament = Schemas['Tournament'];
export type Policy = Schemas['TournamentPolicy'];
export type Round = Schemas['Round'];
export type Pairing = Schemas['Pairing'];
export type TableSeat = Schemas['TableSeat'];
export type TableResult = Schemas['TableResult'];
export type Standing = Omit<Schemas['Standing'], 'record'> & { record: readonly number[] };
export type Rank = Schemas['Rank'];
export type Entrant = Schemas['Entrant'];
export type Ruling = Schemas['RulePairing'];
