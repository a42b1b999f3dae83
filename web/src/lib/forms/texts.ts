import { asWords } from './schema.ts';

/** What a form says of its fields; each has its place in the request, joined by dots: `policy.cut.size`. */
export interface FieldTexts {
  label: (place: string) => string;
  hint: (place: string) => string | null;
  choice: (place: string, value: string) => string;
  /** What one of the shown numbers is in the request: 60,000 where minutes stand for ms. */
  scale: (place: string) => number;
}

/** The words of somebody who knows nothing of the fields: their own names. */
export const plainly: FieldTexts = {
  label: (place) => asWords(place.slice(place.lastIndexOf('.') + 1)),
  hint: () => null,
  choice: (_, value) => asWords(value),
  scale: () => 1
};
