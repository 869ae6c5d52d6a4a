import { createServer } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idempotencyHeader } from '#shared/core/constants.ts';
import { freePort } from '../../support/ports.ts';
import { isInstalled, makeCertificate, startNginx, writeNginxConfig } from '../support/proxy.ts';

const name = 'tidemark.example';
const body = JSON.stringify({ text: 'what the call says' });
const keyed = { [idempotencyHeader]: 'one-key-of-a-call' };

/** Whether the copy that gets the next call ends the connection, as a kill would, or answers that it isn't ready. */
let fault: 'end' | 'not ready' | null = null;

/** Two copies that answer with what they were sent. */
async function startCopies() {
  const ports: number[] = [];
  const servers = [0, 1].map(() =>
    createServer(async (request, response) => {
      let text = '';
      for await (const piece of request) text += String(piece);
      const failing = fault;
      fault = null;
      if (failing === 'end') request.socket.destroy();
      else if (failing === 'not ready') response.writeHead(503).end();
      else response.end(text);
    }),
  );
  for (const server of servers) {
    const port = await freePort();
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    ports.push(port);
  }
  const [a = 0, b = 0] = ports;
  const stop = () => {
    for (const server of servers) server.close().closeAllConnections();
  };
  return { a, b, stop };
}

type Call = { readonly path: string; readonly headers?: Record<string, string>; readonly method?: string };

/** Sends a call whose first copy fails. @returns its status and what the other copy was sent */
function send(port: number, failing: typeof fault, { path, headers = {}, method = 'POST' }: Call): Promise<string> {
  fault = failing;
  const options = { host: '127.0.0.1', port, path, method, servername: name, rejectUnauthorized: false, agent: false };
  return new Promise((done, fail) => {
    const call = httpsRequest({ ...options, headers: { Host: name, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      answer.on('end', () => done(answer.statusCode === 200 ? `200 ${text}` : String(answer.statusCode)));
    });
    call.on('error', fail).end(method === 'POST' ? body : undefined);
  });
}

describe.skipIf(!isInstalled('nginx'))('nginx, while the copy that a call reached goes down or isn’t ready', () => {
  const certificate = isInstalled('nginx') ? makeCertificate(name) : { folder: '', clean: () => undefined };
  let copies: Awaited<ReturnType<typeof startCopies>>;
  let proxy: Awaited<ReturnType<typeof startNginx>>;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    copies = await startCopies();
    const ports = { plain: await freePort(), secure: port, copies: [copies.a, copies.b] as const };
    const file = writeNginxConfig(certificate.folder, name, ports);
    proxy = await startNginx(file, port);
  });

  afterAll(async () => {
    await proxy?.stop();
    copies?.stop();
    certificate.clean();
  });

  test.each<[string, Call]>([
    ['a call that only reads', { path: '/api/packages/fetch', method: 'GET' }],
    ['a call with an idempotency key', { path: '/api/orders/create', headers: keyed }],
    ['what a bridge delivers', { path: '/api/bridge/events' }],
    ['what the payment provider sends', { path: '/api/webhooks/payments' }],
  ])('%s goes to the other, whole', async (_, call) => {
    for (const failing of ['end', 'not ready'] as const) {
      expect(await send(port, failing, call)).toBe(`200 ${call.method === 'GET' ? '' : body}`);
      expect(fault).toBe(null);
    }
  });

  test('another call fails, because it may have been done', async () => {
    expect(await send(port, 'end', { path: '/api/submit_login' })).toBe('502');
    expect(await send(port, 'not ready', { path: '/api/submit_login' })).toBe('503');
  });
});
