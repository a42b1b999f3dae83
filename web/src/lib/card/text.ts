/** What is printed, in parts: `*x*` is a word of the rules, `x` between backticks a name; a line feed begins a new line. */
export interface Span {
  readonly text: string;
  readonly as: 'strong' | 'code' | null;
}

/** The lines of a text, each as spans. A single star is a star. */
export function linesOf(text: string): readonly (readonly Span[])[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(spansOf);
}

function spansOf(line: string): readonly Span[] {
  return line
    .split(/(\*[^*]+\*|`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part) => {
      const as = /^\*[^*]+\*$/.test(part) ? 'strong' : /^`[^`]+`$/.test(part) ? 'code' : null;
      return { text: as ? part.slice(1, -1) : part, as };
    });
}
