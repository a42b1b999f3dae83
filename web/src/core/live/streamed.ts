import { ApiError } from '../api/errors.ts';
import type { Query, Service } from '../api/service.ts';
import type { Problem } from '../api/types.ts';

interface Line {
  readonly type: string;
  readonly data: object;
}

/** A message of a stream over plain HTTP, named as the socket names it. */
export interface Streamed {
  readonly __typename: string;
}

/** The messages of a stream of the service over plain HTTP. Throws `ApiError` where the stream ends with a problem. */
export async function* streamed(
  service: Service,
  path: string,
  query: Query,
  signal: AbortSignal,
  alive: () => void
): AsyncGenerator<Streamed> {
  for await (const { type, data } of service.lines<Line>(path, query, signal, alive)) {
    if (type === 'problem') throw new ApiError(data as Problem);
    yield { ...data, __typename: nameOf(type) };
  }
}

/** `events_appended` -> `EventsAppended`. */
function nameOf(type: string): string {
  return type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
