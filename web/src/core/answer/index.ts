export { indexOf } from './indexed.ts';
export { again, begin, offers, pick, undo } from './selection.ts';
export { type Lying, thingsOf } from './things.ts';
export * from './types.ts';
