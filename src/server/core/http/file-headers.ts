import type { Actor } from '../deps.ts';
import { contentDisposition } from '../file-name.ts';
import type { AppContext } from './context.ts';
import { openStream } from './streams.ts';

export function fileHeaders(type: string, name: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': contentDisposition(name),
    'Cache-Control': 'no-store',
  };
}

export function sendFile(type: string, name: string, content: Uint8Array | string): Response {
  return new Response(content as BodyInit, { headers: fileHeaders(type, name) });
}

export const sendPdf = (name: string, content: Uint8Array) => sendFile('application/pdf', `${name}.pdf`, content);

/** Always a download, so that no browser runs the file, whatever it contains. */
export const sendDownload = ({ bytes, name }: { readonly bytes: Uint8Array; readonly name: string }) =>
  sendFile('application/octet-stream', name, bytes);

/** Headers of a file for anyone, also for other sites' scripts. */
export function publicFileHeaders(type: string, name: string, cacheSeconds: number): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': contentDisposition(name),
    'Cache-Control': `public, max-age=${cacheSeconds}`,
    'Access-Control-Allow-Origin': '*',
  };
}

const csv = 'text/csv; charset=utf-8';
/** Without it, Excel reads UTF-8 as the computer's own encoding. */
const byteOrderMark = '\ufeff';

export const sendCsv = (name: string, text: string) => sendFile(csv, `${name}.csv`, byteOrderMark + text);

/** The same for long files: see `streamFile`. */
export function streamCsv(
  context: AppContext,
  actor: Actor,
  name: string,
  pieces: AsyncGenerator<string>,
): Promise<Response> {
  return streamFile(context, actor, fileHeaders(csv, `${name}.csv`), withMark(pieces));
}

async function* withMark(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* pieces;
}

/**
 * Streams a private download with backpressure: each piece is created when the client reads it, so an aborted download
 * stops the work, and so does the end of the session. A failed piece fails the download, which would otherwise look
 * complete.
 */
export async function streamFile(
  context: AppContext,
  actor: Actor,
  headers: Readonly<Record<string, string>>,
  pieces: AsyncGenerator<string>,
): Promise<Response> {
  const encoder = new TextEncoder();
  const deps = context.get('deps');
  const stream = await openStream(deps, actor, 'download');
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next().catch((error: unknown) => {
          deps.log.error({ err: error }, 'a download ended early');
          stream.end();
        });
        if (!next || stream.signal.aborted) {
          await pieces.return(undefined);
          throw new Error('The download ended early');
        }
        if (!next.done) return controller.enqueue(encoder.encode(next.value));
        stream.end();
        controller.close();
      },
      async cancel() {
        stream.end();
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return context.body(body, 200, headers);
}
