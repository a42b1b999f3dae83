/** The rules of a game by section, and those that have some words. */
import type { Rule } from './catalogue.ts';

export interface Section {
  readonly name: string;
  readonly rules: readonly Rule[];
}

/** The sections in the order in which their first rules stand. */
export function sectionsOf(rules: readonly Rule[]): readonly Section[] {
  const found = new Map<string, Rule[]>();
  for (const rule of rules) found.set(rule.section, [...(found.get(rule.section) ?? []), rule]);
  return [...found].map(([name, some]) => ({ name, rules: some }));
}

/** The rules that have every word of the text in their number, text or section. */
export function searchedRules(rules: readonly Rule[], text: string): readonly Rule[] {
  const wanted = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const said = `${rule.id}\n${rule.section}\n${rule.text}`.toLocaleLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}
