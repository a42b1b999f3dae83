/** Faults, times and durations as people read them. */
import { ApiError, ConnectionError } from '#core/api/errors.ts';
import { m } from '#words';
import { getLocale } from '#words/runtime.js';

/** What went wrong, as a sentence. */
export function saying(error: unknown): string {
  if (error instanceof ConnectionError) return m.fault_connection();
  if (error instanceof ApiError) return error.ruleId ? `${error.message} (${error.ruleId})` : error.message;
  return error instanceof Error ? error.message : String(error);
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60]
];

/** How long ago, as `5 minutes ago`; `at` and `now` in milliseconds since 1970. */
export function ago(at: number, now = Date.now()): string {
  const seconds = Math.round((at - now) / 1000);
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

/** A moment of the service (RFC 3339) in the reader's own time. */
export function moment(at: string): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

/** A length of time as `1 min 30 s`. */
export function lasting(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's']
  ];
  return (
    parts
      .filter(([number]) => number > 0)
      .map(([number, unit]) => `${number}\u00a0${unit}`)
      .join(' ') || `0\u00a0s`
  );
}
