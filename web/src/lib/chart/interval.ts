/** From where to where a share may well lie. */
export interface Interval {
  low: number;
  high: number;
}

/** Of a normal distribution: 95% lies within so many deviations. */
const Z = 1.959964;

/**
 * The interval of Wilson (1927) at 95% for a share that was seen as `won` of `played`; draws count a half, so `won`
 * may be halved. All from 0 to 1 where nothing was played.
 */
export function wilson(won: number, played: number): Interval {
  if (played === 0) return { low: 0, high: 1 };
  const share = won / played;
  const weight = 1 + (Z * Z) / played;
  const middle = (share + (Z * Z) / (2 * played)) / weight;
  const half = (Z * Math.sqrt((share * (1 - share)) / played + (Z * Z) / (4 * played * played))) / weight;
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** A share as whole percents. */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;
