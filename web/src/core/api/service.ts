import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { Document } from './document.ts';
import { ApiError } from './errors.ts';
import type { paths } from './generated/rest.ts';
import { newKey } from './keys.ts';
import { linesOf } from './lines.ts';
import { type Fetch, pause, type Pause, refusal, repeating } from './sending.ts';
import type { Problem } from './types.ts';

export interface ServiceOptions {
  /** Where the service is, without a path: `http://127.0.0.1:8000`. */
  readonly base: string;
  /** Of a seat (`st_...`), of an account (`pl_...`), or of an identity provider. Without one: what is public. */
  readonly token?: string | null;
  readonly fetch?: Fetch;
  readonly pause?: Pause;
  /** Whether a read is sent again for as long as the service is away. */
  readonly patient?: () => boolean;
}

export type Rest = Client<paths>;

/** The service as one caller sees it. */
export class Service {
  readonly base: string;
  readonly token: string | null;
  readonly pause: Pause;
  /**
   * Every operation of REST, typed by its path: `rest.GET("/v1/matches/{id}", {params: {path: {id}}})`. What is refused
   * throws `ApiError`; writes get an idempotency key, and are repeated with it while no answer comes. `known` takes the
   * data out of the answer.
   */
  readonly rest: Rest;
  readonly #options: ServiceOptions;
  readonly #send: Fetch;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.base = options.base.replace(/\/+$/, '');
    this.token = options.token ?? null;
    this.pause = options.pause ?? pause;
    this.#send = repeating(options.fetch ?? ((request) => fetch(request)), this.pause, options.patient);
    this.rest = createClient<paths>({ baseUrl: this.base, fetch: this.#send });
    this.rest.use(callerOf(this.token));
  }

  /** The same service with another token. */
  as(token: string | null): Service {
    return new Service({ ...this.#options, token });
  }

  /** Runs a GraphQL query or mutation. Throws `ApiError` with the first of its errors. */
  async run<Data, Variables>(document: Document<Data, Variables>, variables: Variables): Promise<Data> {
    const body = JSON.stringify({ query: document.text, variables });
    const match = matchIn(variables);
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/graphql-response+json',
      ...(match ? { 'Playledger-Match': match } : {}),
      ...bearer(this.token)
    };
    const answer = await this.#send(new Request(`${this.base}/graphql`, { method: 'POST', headers, body }));
    const { data, errors } = (await answer.json()) as { data?: Data | null; errors?: readonly GraphQLFault[] };
    if (errors?.[0]) throw new ApiError(problemOf(errors[0], answer.status));
    return data as Data;
  }

  /**
   * The lines of an NDJSON answer as they come, blank ones left out. Throws as all else does. `alive` is called when
   * the answer begins, and whenever anything comes.
   */
  async *lines<T>(
    path: string,
    query: Query = {},
    signal?: AbortSignal,
    alive: () => void = () => undefined
  ): AsyncGenerator<T> {
    const address = new URL(this.base + path);
    for (const [name, value] of Object.entries(query)) if (value != null) address.searchParams.set(name, String(value));
    const headers = { Accept: 'application/x-ndjson', ...bearer(this.token) };
    const answer = await this.#send(new Request(address, { headers, signal: signal ?? null }));
    if (!answer.ok) await refusal(answer);
    alive();
    if (answer.body === null) return;
    for await (const line of linesOf(answer.body, alive)) yield JSON.parse(line) as T;
  }
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The data of an answer of `rest`, whose refusals have thrown before. */
export async function known<T>(answer: Promise<{ data?: T }>): Promise<Exclude<T, undefined>> {
  return (await answer).data as Exclude<T, undefined>;
}

/** The first match that is named there. A proxy sends what names a match to the replica that knows it by heart. */
export function matchIn(variables: unknown): string | undefined {
  return /"(mt_\w+)"/.exec(JSON.stringify(variables) ?? '')?.[1];
}

export function bearer(token: string | null): Record<string, string> {
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

function callerOf(token: string | null): Middleware {
  return {
    onRequest({ request }) {
      if (token !== null) request.headers.set('Authorization', `Bearer ${token}`);
      const keyed = request.method !== 'GET' && !request.headers.has('Idempotency-Key');
      if (keyed) request.headers.set('Idempotency-Key', newKey());
      return request;
    },
    async onResponse({ response }) {
      return response.ok || response.status === 304 ? response : refusal(response);
    }
  };
}

/** An error of GraphQL, or a payload's: what REST tells as a problem. */
export interface GraphQLFault {
  readonly message: string;
  readonly extensions?: Partial<Problem>;
}

export function problemOf(fault: GraphQLFault, status: number): Problem {
  const { code = 'INTERNAL', ruleId = null, errors = [], details = {} } = fault.extensions ?? {};
  const address = `/problems/${code.toLowerCase().replaceAll('_', '-')}`;
  return {
    type: address,
    title: fault.message,
    detail: fault.message,
    instance: '',
    status,
    code,
    ruleId,
    legalActionsUrl: null,
    errors,
    details
  };
}
