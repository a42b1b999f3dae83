/** The rules of a game by id: read once, when the first is asked for. */
import { known, type Service } from '#core/index.ts';

export class Rulebook {
  readonly #service: Service;
  readonly #slug: string;
  #rules: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(service: Service, slug: string) {
    this.#service = service;
    this.#slug = slug;
  }

  get slug(): string {
    return this.#slug;
  }

  /** The text of a rule; undefined: there is none of this id. */
  async text(id: string): Promise<string | undefined> {
    this.#rules ??= this.#read();
    try {
      return (await this.#rules).get(id);
    } catch (error) {
      this.#rules = undefined; // asked for again the next time
      throw error;
    }
  }

  async #read(): Promise<ReadonlyMap<string, string>> {
    const path = { slug: this.#slug };
    const found = await known(this.#service.rest.GET('/v1/games/{slug}/rules', { params: { path } }));
    return new Map(typeof found === 'string' ? [] : found.rules.map(({ id, text }) => [id, text]));
  }
}
