import { ApiError, ConnectionError } from './errors.ts';
import type { Problem } from './types.ts';

export type Fetch = (request: Request) => Promise<Response>;
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

/** How long to wait before the same request is sent again, in ms; and each time after these, where one waits on. */
export const REPEATS: readonly number[] = [1000, 2000, 4000];
const ON = 4000;

/** Statuses at which a proxy or the service asks to come again. */
const AGAIN = new Set([502, 503, 504]);

/** Resolves after `ms`; rejects with the signal's reason if that is aborted before. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    const stop = () => {
      clearTimeout(timer);
      failed(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/**
 * A `fetch` that sends the very same request again while no answer comes: only what may be sent twice, a read or a
 * request with an idempotency key. Throws `ConnectionError` when the last try has failed too; a read
 * goes on as long as somebody is `patient`.
 */
export function repeating(send: Fetch, wait: Pause, patient: () => boolean = () => false): Fetch {
  return async (request) => {
    const reads = request.method === 'GET';
    const repeatable = reads || request.headers.has('Idempotency-Key');
    for (let tries = 0; repeatable && (tries < REPEATS.length || (reads && patient())); tries += 1) {
      const answer = await send(request.clone()).catch((error: unknown) => unlessAborted(request, error));
      if (answer && !AGAIN.has(answer.status)) return answer;
      await answer?.body?.cancel();
      await wait(REPEATS[tries] ?? ON, request.signal);
    }
    return send(request).catch((error: unknown) => {
      unlessAborted(request, error);
      throw new ConnectionError(`no answer from ${new URL(request.url).host}`, { cause: error });
    });
  };
}

function unlessAborted(request: Request, error: unknown): null {
  if (request.signal.aborted) throw error;
  return null;
}

/** Throws what an answer refuses: `ApiError`, or `ConnectionError` where something else than the service has answered. */
export async function refusal(answer: Response): Promise<never> {
  const text = await answer.text();
  if (answer.headers.get('Content-Type')?.startsWith('application/problem+json')) {
    throw new ApiError(JSON.parse(text) as Problem);
  }
  throw new ConnectionError(`status ${answer.status} and no problem of the service: ${text.slice(0, 200)}`);
}
