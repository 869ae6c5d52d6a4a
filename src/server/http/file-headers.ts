import { stream } from 'hono/streaming';
import type { AppContext } from './context.ts';

/** Headers of a private download. */
export function fileHeaders(type: string, name: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  };
}

/** A private download that is written piece by piece, as long as its reader stays. */
export function streamFile(
  context: AppContext,
  headers: Readonly<Record<string, string>>,
  pieces: AsyncIterable<string>,
): Response {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  return stream(context, async (writer) => {
    for await (const piece of pieces) {
      if (writer.aborted) return;
      await writer.write(piece);
    }
  });
}
