/** The lines of a body in UTF-8, without their line feeds; blank ones are signs of life and left out. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
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
