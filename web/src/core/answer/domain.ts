// The domain of a parameter while it is chosen: what may be added to what is chosen, and when it is complete.
import type { Parameter } from '../api/types.ts';
import type { Value } from './types.ts';

/** How often a value is among others. */
export function times(values: readonly Value[], value: Value): number {
  return values.filter((one) => one === value).length;
}

/** Whether values are added one by one: to a set, to counts, to a payment, one of each group. */
export function isMany({ kind }: Parameter): boolean {
  return kind === 'cards' || kind === 'words' || kind === 'counts' || kind === 'payment' || kind === 'each';
}

const least = (parameter: Parameter) => parameter.min ?? 1;
const most = (parameter: Parameter) => parameter.max ?? 1;

/** How often an option may be chosen at most, beside the others that are chosen; 0: not at all. */
export function capacity(parameter: Parameter, chosen: readonly Value[], value: Value): number {
  const own = times(chosen, value);
  switch (parameter.kind) {
    case 'counts': {
      const place = parameter.options.indexOf(value);
      return Math.min(parameter.most?.[place] ?? 0, most(parameter) - (chosen.length - own));
    }
    case 'cards':
    case 'words':
      return Math.min(times(parameter.options, value), most(parameter) - (chosen.length - own));
    case 'each':
      return own + (groupOf(parameter, chosen.length).includes(value) ? 1 : 0);
    case 'payment':
      return own + (completes(parameter, chosen, value) ? 1 : 0);
    default:
      return parameter.options.includes(value) && chosen.length - own === 0 ? 1 : 0;
  }
}

/** Whether one more of an option can be chosen, so that an answer can still come of it. */
export function takes(parameter: Parameter, chosen: readonly Value[], value: Value): boolean {
  return times(chosen, value) < capacity(parameter, chosen, value);
}

/** How many must be chosen yet; of a payment: how much is due. 0: this may be all. */
export function due(parameter: Parameter, chosen: readonly Value[]): number {
  switch (parameter.kind) {
    case 'counts':
    case 'cards':
    case 'words':
      return Math.max(0, least(parameter) - chosen.length);
    case 'each':
      return (parameter.most ?? []).length - chosen.length;
    case 'payment':
      return Math.max(0, (parameter.price ?? 0) - worthOf(parameter, chosen));
    default:
      return 1 - chosen.length;
  }
}

/** Whether nothing more can be chosen. */
export function isFull(parameter: Parameter, chosen: readonly Value[]): boolean {
  return due(parameter, chosen) === 0 && !parameter.options.some((value) => takes(parameter, chosen, value));
}

/** The only values that there are, or null if there is a choice. */
export function forced(parameter: Parameter): readonly Value[] | null {
  const { kind, options } = parameter;
  if (kind === 'payment') return (parameter.price ?? 0) <= 0 ? [] : null;
  if (kind === 'each') return (parameter.most ?? []).every((many) => many === 1) ? options : null;
  if (kind === 'counts') {
    const all = options.flatMap((value, place) => Array<Value>(parameter.most?.[place] ?? 0).fill(value));
    return all.length === least(parameter) ? all : most(parameter) === 0 ? [] : null;
  }
  if (!isMany(parameter)) return options.length === 1 ? options : null;
  if (most(parameter) === 0) return [];
  const whole = options.length === least(parameter) && !(parameter.ordered && options.length > 1);
  return whole ? options : null;
}

/** The value of the field in an action. */
export function written(parameter: Parameter, chosen: readonly Value[]): unknown {
  switch (parameter.kind) {
    case 'counts': {
      const counted = parameter.options.map((value) => [String(value), times(chosen, value)] as const);
      return Object.fromEntries(counted.filter(([, count]) => count > 0));
    }
    case 'cards':
    case 'words':
    case 'payment':
      return parameter.ordered ? chosen : inOrder(parameter, chosen);
    case 'each':
      return chosen;
    case 'flag':
      return chosen[0] === 1;
    default:
      return chosen[0];
  }
}

/** In the order of the options: such an answer may be in any. */
function inOrder(parameter: Parameter, chosen: readonly Value[]): readonly Value[] {
  const place = (value: Value) => parameter.options.indexOf(value);
  return [...chosen].sort((one, other) => place(one) - place(other));
}

function groupOf(parameter: Parameter, place: number): readonly Value[] {
  const sizes = parameter.most ?? [];
  const start = sizes.slice(0, place).reduce((sum, many) => sum + many, 0);
  return parameter.options.slice(start, start + (sizes[place] ?? 0));
}

function worthOf(parameter: Parameter, chosen: readonly Value[]): number {
  return chosen.reduce<number>((sum, value) => sum + worth(parameter, value), 0);
}

function worth(parameter: Parameter, value: Value): number {
  return parameter.worth?.[parameter.options.indexOf(value)] ?? 0;
}

/**
 * Whether some payment has what is chosen and one more of a value. No card of a payment may be superfluous: without its
 * cheapest card it is below the price. So each choice of a cheapest one bounds how much more the others may be worth.
 */
function completes(parameter: Parameter, chosen: readonly Value[], value: Value): boolean {
  if (times(chosen, value) >= times(parameter.options, value)) return false;
  const picked = [...chosen, value].map((one) => worth(parameter, one));
  const paid = picked.reduce((sum, one) => sum + one, 0);
  const cheapest = Math.min(...picked);
  const price = parameter.price ?? 0;
  if (cheapest <= 0) return false;
  if (paid >= price) return paid - cheapest < price;
  const others = left(parameter, [...chosen, value]);
  return [cheapest, ...others.filter((one) => one > 0 && one < cheapest)].some((least) => {
    const free = others.filter((one) => one >= least);
    const fixed = least === cheapest ? 0 : least; // the cheapest card itself is one of the others
    if (fixed) free.splice(free.indexOf(fixed), 1);
    return sums(free, price + least - 1).some(
      (sum) => paid + fixed + sum >= price && paid + fixed + sum < price + least
    );
  });
}

/** What the options that are not chosen are worth. */
function left(parameter: Parameter, chosen: readonly Value[]): number[] {
  const taken = new Map<Value, number>();
  for (const value of chosen) taken.set(value, (taken.get(value) ?? 0) + 1);
  return parameter.options.flatMap((value) => {
    const count = taken.get(value) ?? 0;
    taken.set(value, count - 1);
    return count > 0 ? [] : [worth(parameter, value)];
  });
}

/** Every sum of some of the numbers, up to a limit. */
function sums(numbers: readonly number[], limit: number): readonly number[] {
  const found = new Set([0]);
  for (const number of numbers) for (const sum of [...found]) if (sum + number <= limit) found.add(sum + number);
  return [...found];
}
