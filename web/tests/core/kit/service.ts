// A scripted service over HTTP.
import { Service } from '../../../src/core/index.ts';

export type Answer = object | ((request: Request) => object | Response | Promise<object | Response>);

/** A service that answers by `METHOD /path`, and what it was asked. Waits take no time, and are noted. */
export function scripted(
  answers: Readonly<Record<string, Answer>>,
  token: string | null = null,
  patient?: () => boolean
) {
  const asked: Request[] = [];
  const waits: number[] = [];
  const service = new Service({
    base: 'http://service.test/',
    token,
    ...(patient ? { patient } : {}),
    fetch: async (request) => {
      asked.push(request);
      const answer = answers[`${request.method} ${new URL(request.url).pathname}`];
      const said = typeof answer === 'function' ? await (answer as (request: Request) => unknown)(request) : answer;
      if (said instanceof Response) return said;
      return said === undefined ? problem('NOT_FOUND', 404) : Response.json(said);
    },
    pause: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    }
  });
  return { service, asked, waits };
}

export function problem(code: string, status: number, more: object = {}): Response {
  const body = {
    type: `/problems/${code}`,
    title: code,
    status,
    detail: `${code} it is`,
    instance: '',
    code,
    ruleId: null,
    legalActionsUrl: null,
    errors: [],
    ...more
  };
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/problem+json' } });
}
