/** Values in bins of one width, from the least to the greatest. */
export interface Bin {
  /** From here, to below `to`. */
  from: number;
  to: number;
  count: number;
}

/** Widths that people count in. */
const NICE = [1, 2, 5];

/** At most about `many` bins of a round width; none without values. */
export function bins(values: readonly number[], many = 12): Bin[] {
  if (values.length === 0) return [];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = nice((most - least) / many);
  const first = Math.floor(least / width);
  const count = Math.floor(most / width) - first + 1;
  const found = Array.from({ length: count }, (_, at) => ({
    from: (first + at) * width,
    to: (first + at + 1) * width,
    count: 0
  }));
  for (const value of values) (found[Math.floor(value / width) - first] as Bin).count += 1;
  return found;
}

/** The least round number that is no less: 1, 2, 5, 10, 20 ... */
function nice(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(least, 1))));
  return (NICE.find((step) => step * power >= least) ?? 10) * power;
}
