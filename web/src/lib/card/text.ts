/** The text of a card in parts: `*x*` is a word of the rules, a line feed begins a new line. */
export interface Span {
  readonly text: string;
  readonly strong: boolean;
}

/** The lines of a card's text, each as spans. A single star is a star. */
export function linesOf(text: string): readonly (readonly Span[])[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(spansOf);
}

function spansOf(line: string): readonly Span[] {
  return line
    .split(/(\*[^*]+\*)/)
    .filter((part) => part !== '')
    .map((part) =>
      /^\*[^*]+\*$/.test(part) ? { text: part.slice(1, -1), strong: true } : { text: part, strong: false }
    );
}
