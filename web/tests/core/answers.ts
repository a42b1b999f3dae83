// Questions of every game, written by `python -m tests.kit.answers FILE`, as `make web-test` does.
import { readFileSync } from 'node:fs';
import type { Action, PromptOptions, Table } from '../../src/core/index.ts';

export interface Asked {
  readonly game: string;
  readonly table: Table;
  readonly options: PromptOptions;
  readonly answers: readonly Action[];
  /** There are no other answers. */
  readonly whole: boolean;
}

const file = process.env['PLAYLEDGER_ANSWERS'] ?? new URL('../recorded/answers.ndjson', import.meta.url);

export const questions: readonly Asked[] = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Asked);
