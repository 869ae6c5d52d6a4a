import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { idempotencyHeader } from '#shared/core/constants.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/ports.ts';
import { isInstalled, makeCertificate, startNginx, startProxy, writeNginxConfig } from '../support/proxy.ts';

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

describe.skipIf(!isInstalled('caddy'))('Caddy, while a copy isn’t ready', () => {
  test('sends every call to the other one', async () => {
    let notReady = 'neither';
    const ports: number[] = [];
    for (const copy of ['a', 'b']) {
      const server = createServer((_, response) => response.writeHead(notReady === copy ? 503 : 200).end(copy));
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      onTestFinished(() => void server.close().closeAllConnections());
      const address = server.address();
      ports.push(typeof address === 'object' ? (address?.port ?? 0) : 0);
    }
    const { folder, clean } = makeCertificate(name);
    onTestFinished(clean);
    const [port, file] = [await freePort(), join(folder, 'Caddyfile')];
    writeFileSync(file, `{\n\tadmin off\n}\n${readFileSync('deploy/Caddyfile', 'utf8')}`);
    const env = {
      DOMAIN: `http://${name}:${port}`,
      APPS: ports.map((each) => `127.0.0.1:${each}`).join(' '),
      HOME: folder,
    };
    const proxy = await startProxy('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], port, env);
    onTestFinished(() => proxy.stop());
    const ask = () =>
      new Promise<string>((done, fail) => {
        const options = { host: '127.0.0.1', port, headers: { Host: `${name}:${port}` }, agent: false };
        httpRequest(options, (answer) => answer.setEncoding('utf8').once('data', done))
          .on('error', fail)
          .end();
      });
    for (const [down, up] of ['ab', 'ba']) {
      notReady = down ?? '';
      await eventually(`calls without ${down}`, async () => {
        const answers = await Promise.all(Array.from({ length: 10 }, ask));
        expect(new Set(answers)).toEqual(new Set([up]));
      });
    }
    notReady = 'neither';
    await eventually('calls to both', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, ask));
      expect(new Set(answers)).toEqual(new Set(['a', 'b']));
    });
  });
});
