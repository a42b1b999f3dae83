/** A rating over the games that changed it. */
interface Value {
  mu: string;
  sigma: string;
  games: number;
}

export interface Change {
  before: Value;
  after: Value;
}

/** How far the band reaches, in sigma: the shown rating is its lower edge. */
const REACH = 3;

/** Games played, the band's upper and lower edge, and mu, oldest first; `changes` come newest first. */
export function curve(changes: readonly Change[]): [number[], number[], number[], number[]] {
  const oldest = changes.at(-1);
  const values = [...(oldest ? [oldest.before] : []), ...changes.map(({ after }) => after).reverse()];
  const of = (reach: number) => values.map(({ mu, sigma }) => Number(mu) + reach * Number(sigma));
  return [values.map(({ games }) => games), of(REACH), of(-REACH), of(0)];
}
