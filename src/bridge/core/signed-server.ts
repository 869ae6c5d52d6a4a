import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type Clock, realClock } from './clock.ts';
import { findCoverage, sign } from './signature.ts';
import type { SignatureMemory } from './signature-memory.ts';

const maxBodyBytes = 1_000_000;

export type BridgeRequest = {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly idempotencyKey: string;
};

export type Answer = readonly [status: number, body: object | string];

type Settings = {
  readonly secret: string;
  readonly memory: SignatureMemory;
  readonly clock?: Clock;
  /** Answers a signed request of the site or of the command line. */
  readonly answer: (request: BridgeRequest) => Answer | Promise<Answer>;
  /** What anyone on this machine may read, by path: health and metrics. */
  readonly open: Readonly<Record<string, () => object | string>>;
  /** Answers the platform’s own messages, which it signs its own way; undefined if it sends none. */
  readonly receive?: ((headers: IncomingHttpHeaders, body: string) => number) | undefined;
};

/** A server whose every answer is signed, and which answers only signed requests. */
export function createSignedServer({ secret, memory, clock = realClock, answer, open, receive }: Settings): Server {
  async function decide(method: string, url: string, body: string, headers: IncomingHttpHeaders): Promise<Answer> {
    const read = method === 'GET' ? open[url] : undefined;
    if (read) return [200, read()];
    if (receive && method === 'POST' && url === '/webhook') return [receive(headers, body), {}];
    const idempotencyKey = String(headers['idempotency-key'] ?? '');
    const coverage = findCoverage(secret, { method, path: url, idempotencyKey, body }, headers, clock.now());
    if (!coverage || !memory.accepts(coverage)) return [401, { error: 'not signed' }];
    try {
      return await answer({ method, url, body, idempotencyKey });
    } catch {
      return [400, { error: 'not understood' }];
    }
  }
  return createServer((request, response) => {
    const pieces: Buffer[] = [];
    let size = 0;
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > maxBodyBytes) request.destroy();
      else pieces.push(piece);
    });
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('utf8');
      void decide(request.method ?? '', request.url ?? '', body, request.headers).then(([status, message]) => {
        const isText = typeof message === 'string';
        const text = isText ? message : JSON.stringify(message);
        const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
        response.writeHead(status, { 'Content-Type': type, ...sign(secret, text, clock.now()) });
        response.end(text);
      });
    });
  });
}
