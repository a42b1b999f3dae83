export * from './types.ts';
export { checkingRound, comparing, type Port, verifying } from './asking.ts';
export { prove } from './prover.ts';
export { Unreadable, verify, type Watching } from './verify.ts';
