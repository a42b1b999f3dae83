export { indexOf } from './indexed.ts';
export { again, begin, offers, pick, undo } from './selection.ts';
export { type PlacedCard, thingsOf } from './things.ts';
export * from './types.ts';
