import type { AppContext } from './context.ts';

/** Headers of a private download. */
export function fileHeaders(type: string, name: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  };
}

const csv = 'text/csv; charset=utf-8';
/** Without it, Excel reads UTF-8 as the computer's own encoding. */
const byteOrderMark = '\ufeff';

/** A private download for spreadsheets. */
export function sendCsv(context: AppContext, name: string, text: string): Response {
  return context.body(byteOrderMark + text, 200, fileHeaders(csv, `${name}.csv`));
}

/** The same for long files: see `streamFile`. */
export function streamCsv(context: AppContext, name: string, pieces: AsyncGenerator<string>): Response {
  return streamFile(context, fileHeaders(csv, `${name}.csv`), withMark(pieces));
}

async function* withMark(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* pieces;
}

/**
 * Streams a private download with backpressure: each piece is created when the client reads it, so an aborted download
 * stops the work. A failed piece fails the download, which would otherwise look complete.
 */
export function streamFile(
  context: AppContext,
  headers: Readonly<Record<string, string>>,
  pieces: AsyncGenerator<string>,
): Response {
  const encoder = new TextEncoder();
  const { log } = context.get('deps');
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next().catch((error: unknown) => {
          log.error({ err: error }, 'a download ended early');
          throw new Error('The download ended early');
        });
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return context.body(body, 200, headers);
}
