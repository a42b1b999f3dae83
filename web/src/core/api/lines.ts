import { ConnectionError } from './errors.ts';

/**
 * The lines of a body in UTF-8, without their line feeds; blank ones are left out: they are signs of life, as all is.
 * Throws `ConnectionError` where it breaks off.
 */
export async function* linesOf(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff);
      alive();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = done ? '' : (lines.pop() as string);
      for (const line of lines) if (line.trim()) yield line;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function brokenOff(error: unknown): never {
  if ((error as Error).name === 'AbortError') throw error; // the reader itself has ended it
  throw new ConnectionError('the answer broke off', { cause: error });
}
