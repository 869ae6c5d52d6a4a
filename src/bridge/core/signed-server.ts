import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import {
  findRequestCoverage,
  type ReceivedRequest,
  sign,
  signAnswer,
  signatureHeaders,
} from '#shared/accounts/bridge-signature.ts';
import { type Clock, realClock } from './clock.ts';
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
  const now = () => new Date(clock.now());

  /** @returns the answer, and the signature of the request that it belongs to, if that was signed as a whole */
  async function decide(method: string, url: string, body: string, headers: IncomingHttpHeaders) {
    const read = method === 'GET' ? open[url] : undefined;
    if (read) return { answer: [200, read()] as Answer };
    if (receive && method === 'POST' && url === '/webhook') return { answer: [receive(headers, body), {}] as Answer };
    const request = readRequest(method, url, body, headers);
    const { idempotencyKey = '', requestSignature } = request;
    const coverage = findRequestCoverage(secret, request, now());
    if (!coverage || !memory.accepts(coverage)) return { answer: [401, { error: 'not signed' }] as Answer };
    const answered = await Promise.resolve()
      .then(() => answer({ method, url, body, idempotencyKey }))
      .catch((): Answer => [400, { error: 'not understood' }]);
    return { answer: answered, ...(coverage === 'whole' ? { requestSignature } : {}) };
  }

  function signatureOf(status: number, body: string, requestSignature: string | undefined): Record<string, string> {
    const at = now();
    const { timestamp, signature } = sign(secret, body, at);
    const whole = requestSignature && signAnswer(secret, { status, body, requestSignature }, at);
    return {
      [signatureHeaders.timestamp]: timestamp,
      [signatureHeaders.signature]: signature,
      ...(whole ? { [signatureHeaders.answerSignature]: whole } : {}),
    };
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
      const decided = decide(request.method ?? '', request.url ?? '', body, request.headers);
      void decided.then(({ answer: [status, message], requestSignature }) => {
        const isText = typeof message === 'string';
        const text = isText ? message : JSON.stringify(message);
        const type = isText ? 'text/plain; charset=utf-8' : 'application/json';
        response.writeHead(status, { 'Content-Type': type, ...signatureOf(status, text, requestSignature) });
        response.end(text);
      });
    });
  });
}

function readRequest(method: string, path: string, body: string, headers: IncomingHttpHeaders): ReceivedRequest {
  const read = (name: string) => String(headers[name.toLowerCase()] ?? '');
  return {
    ...{ method, path, body, idempotencyKey: read('Idempotency-Key') },
    timestamp: read(signatureHeaders.timestamp),
    signature: read(signatureHeaders.signature),
    requestSignature: read(signatureHeaders.requestSignature),
  };
}
