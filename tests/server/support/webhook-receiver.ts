import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpsPostbacks } from '#server/affiliates/ports/postback/https-postbacks.ts';
import { isPublicAddress } from '#server/affiliates/ports/postback/public-address.ts';

export type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
};

/**
 * Verifies as a receiver does: HMAC-SHA256 of `id.timestamp.body` with the decoded secret, one of several signatures.
 */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected);
}

/** A server of someone else's, called partner.example; other names resolve as a test says. */
export async function startReceiver() {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=partner.example', '-addext', 'subjectAltName=DNS:partner.example', '-keyout', key, '-out', cert],
  ]);
  /** What arrived, and what the server answers next; 200 once the list is empty. */
  const state = { received: [] as Received[], answers: [] as number[] };
  const addresses: Record<string, string> = { 'partner.example': '127.0.0.1' };
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const { method = '', url = '' } = request;
      state.received.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
      const status = state.answers.shift() ?? 200;
      response.writeHead(status, status === 302 ? { Location: 'https://127.0.0.1/inside' } : {});
      response.end('{}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const postbacks = createHttpsPostbacks({
    resolve: async (hostname) => {
      const address = addresses[hostname];
      if (address === undefined) throw new Error('not found');
      return [{ address, family: 4 }];
    },
    // The receiver runs on this machine; every other address is checked as in production.
    isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
    ca: readFileSync(cert, 'utf8'),
    port: (server.address() as AddressInfo).port,
  });
  const close = () => {
    server.close();
    rmSync(folder, { recursive: true });
  };
  return { state, addresses, postbacks, close };
}
