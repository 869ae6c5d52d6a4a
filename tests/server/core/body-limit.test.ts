import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

/** 256 KB, the limit for a call that takes no file. */
const largest = 262_144;
let server: TestApp;
let http: Server;
let port: number;

beforeAll(async () => {
  server = await startTestApp();
  http = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(http, 'listening');
  ({ port } = http.address() as AddressInfo);
});

afterAll(async () => {
  http.closeAllConnections();
  http.close();
  await server.close();
});

/** A body of the given size whose only field is too long. */
const bodyOf = (bytes: number) => `{"code":"${'x'.repeat(bytes - 11)}"}`;

function post(headers: Readonly<Record<string, string | number>>) {
  const options = { host: '127.0.0.1', port, path: '/api/affiliate/link/count', method: 'POST', agent: false };
  return request({ ...options, headers: { 'Content-Type': 'application/json', ...headers } }).on('error', () => {});
}

async function readAnswer(asked: ReturnType<typeof post>) {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { error_code: code } = (await json(answer)) as { error_code: string };
  return [answer.statusCode, code];
}

describe('a request body', () => {
  test('of 256 KB is accepted, with or without a declared length', async () => {
    const declared = post({ 'Content-Length': largest });
    declared.end(bodyOf(largest));
    expect(await readAnswer(declared)).toEqual([422, 'invalid']);
    const chunked = post({ 'Transfer-Encoding': 'chunked' });
    chunked.end(bodyOf(largest));
    expect(await readAnswer(chunked)).toEqual([422, 'invalid']);
  });

  test('that is one byte larger is refused, before it is sent if its length is declared', async () => {
    const declared = post({ 'Content-Length': largest + 1 });
    declared.flushHeaders();
    expect(await readAnswer(declared)).toEqual([400, 'body_large']);
    declared.destroy();
    const chunked = post({ 'Transfer-Encoding': 'chunked' });
    chunked.end(bodyOf(largest + 1));
    expect(await readAnswer(chunked)).toEqual([400, 'body_large']);
  });
});
