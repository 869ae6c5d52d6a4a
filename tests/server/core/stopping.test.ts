import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createHostCheck } from '#server/core/http/own-host.ts';
import { listen } from '#server/listen.ts';
import { freePort } from '../../support/ports.ts';
import { startTestApp } from '../support/app.ts';

type Answer = { readonly status: number; readonly connection: string | undefined };

function ask(port: number, path: string, agent: Agent | false = false): Promise<Answer> {
  const body = '{}';
  const isCall = path === '/api/submit_login';
  const headers = isCall ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } : {};
  const options = { host: '127.0.0.1', port, path, agent, method: isCall ? 'POST' : 'GET', headers };
  return new Promise((done, fail) => {
    const call = request(options, (response) => {
      response.resume().on('error', fail);
      response.on('end', () => done({ status: response.statusCode ?? 0, connection: response.headers.connection }));
    });
    call.on('error', fail).end(isCall ? body : undefined);
  });
}

async function startCopy() {
  const server = await startTestApp();
  onTestFinished(() => server.close());
  let isStopping = false;
  const app = createApp(server.deps, { isStopping: () => isStopping });
  const port = await freePort();
  const isOwnHost = createHostCheck(['https://tidemark.example']);
  const listening = await listen({ answer: () => false, fetch: app.fetch, isOwnHost, port });
  return {
    port,
    listening,
    drain: (ms?: number) => {
      isStopping = true;
      return listening.drain(ms);
    },
  };
}

const noStreams = () => undefined;

test.each([
  ['one host', 'Host: tidemark.example\r\n', 200],
  ['no host', '', 400],
  ['two hosts', 'Host: tidemark.example\r\nHOST: evil.example\r\n', 400],
  ['one host twice', 'Host: tidemark.example\r\nhost: tidemark.example\r\n', 400],
  ['its host and port', 'Host: Tidemark.example:443\r\n', 200],
  ['the machine’s address', 'Host: 10.0.0.4:8000\r\n', 200],
  ['its address of IPv6', 'Host: [fd00::4]:8000\r\n', 200],
  ['the name of a container', 'Host: app-a:8000\r\n', 200],
  ['another site’s host', 'Host: evil.example\r\n', 421],
  ['a host that begins like it', 'Host: tidemark.example.evil.example\r\n', 421],
  ['a host that looks like an address', 'Host: 10.0.0.4.evil.example\r\n', 421],
])('a request with %s gets the status that it deserves', async (_, hosts, status) => {
  const { port, listening } = await startCopy();
  const answer = await new Promise<string>((done, fail) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET /api/health HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (piece) => {
      text += piece;
    });
    socket.on('end', () => done(text)).on('error', fail);
  });
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  await listening.close(noStreams);
});

test('a copy that stops answers on, closes each connection after its answer, and says that it isn’t ready', async () => {
  const { port, listening, drain } = await startCopy();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  expect(await ask(port, '/api/ready', agent)).toEqual({ status: 200, connection: 'keep-alive' });

  const drained = drain(0);
  expect(await ask(port, '/api/submit_login', agent)).toEqual({ status: 422, connection: 'close' });
  expect(await ask(port, '/api/ready', agent)).toEqual({ status: 503, connection: 'close' });
  expect(await ask(port, '/api/health', agent)).toEqual({ status: 200, connection: 'close' });
  await drained;
  await listening.close(noStreams);
  await expect(ask(port, '/api/health')).rejects.toThrow('ECONNREFUSED');
});

test('a copy that stops answers every request that reached it before, also on connections that Node hasn’t accepted', async () => {
  const { port, listening, drain } = await startCopy();
  const answers = Promise.all(Array.from({ length: 200 }, () => ask(port, '/api/submit_login')));
  await drain(0);
  await listening.close(noStreams);
  expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([422]));
});
