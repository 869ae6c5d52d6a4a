import { serve } from '@hono/node-server';
import { compactVerify, createLocalJWKSet, createRemoteJWKSet, decodeProtectedHeader, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rotateSigningKey } from '#server/certificates/signing-key.ts';
import * as calls from '#shared/certificates/contract.ts';
import { readFileSignature } from '#shared/certificates/pdf-file.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { pass } from '../support/trading.ts';

let server: TestApp;
let listener: ReturnType<typeof serve>;
let origin: string;

beforeAll(async () => {
  server = await startTestApp();
  origin = await new Promise((resolve) => {
    listener = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    );
  });
});

afterAll(async () => {
  listener.close();
  await server.close();
});

/** Everything that is signed about a new certificate. */
async function readSigned() {
  const person = await signInPerson(server);
  await pass(server, await buyAccount(server, person.personId));
  await server.drain();
  const ask = client(server);
  const [own] = (await ask(calls.fetchCertificates, { token: person.token, query: {} })).data.certificates;
  if (!own) throw new Error('there is no certificate');
  const { data } = await ask(calls.fetchCertificate, { params: { certificateId: own.id } });
  if (data.status !== 'valid') throw new Error('the certificate is revoked');
  const headers = { Authorization: `Bearer ${person.token}` };
  const file = await fetch(`${origin}/api/certificates/document?certificateId=${own.id}`, { headers });
  const signature = await readFileSignature(new Uint8Array(await file.arrayBuffer()));
  const { compact } = await server.deps.db
    .selectFrom('certificate')
    .select('compact')
    .where('id', '=', own.id)
    .executeTakeFirstOrThrow();
  return { credential: data.credential, file: signature?.token ?? '', compact };
}

describe.each(['/.well-known/jwks.json', '/api/certificates/keys'])('jose, with the keys at %s', (path) => {
  test('finds the key of a credential, a file, a QR code and a revocation list, before and after a rotation', async () => {
    const older = await readSigned();
    await rotateSigningKey(server.deps, 'system');
    const newer = await readSigned();
    const status = await (await fetch(`${origin}/api/certificates/status/0`)).text();
    const remote = createRemoteJWKSet(new URL(path, origin));
    const local = createLocalJWKSet((await (await fetch(`${origin}${path}`)).json()) as JSONWebKeySet);
    const signed = [...Object.values(older), ...Object.values(newer), status];
    for (const token of signed) {
      for (const keys of [remote, local]) {
        const { protectedHeader, payload } = await compactVerify(token, keys, { algorithms: ['EdDSA'] });
        expect(protectedHeader.kid).toBe(decodeProtectedHeader(token).kid);
        expect(JSON.parse(new TextDecoder().decode(payload))).toBeTypeOf('object');
      }
    }
    const [header = '', , signature = ''] = newer.credential.split('.');
    const forged = [header, Buffer.from('{"iss":"someone"}').toString('base64url'), signature].join('.');
    await expect(compactVerify(forged, remote)).rejects.toThrow('signature verification failed');
  });

  test('finds each id once', async () => {
    const { keys } = (await (await fetch(`${origin}${path}`)).json()) as JSONWebKeySet;
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
  });
});

test('the key at a credential’s key URL verifies it', async () => {
  const { credential } = await readSigned();
  const { pathname } = new URL(String(decodeProtectedHeader(credential).kid));
  const key = (await (await fetch(`${origin}${pathname}`)).json()) as JSONWebKeySet['keys'][number];
  expect(
    (
      await compactVerify(
        credential,
        createLocalJWKSet({ keys: [{ ...key, kid: decodeProtectedHeader(credential).kid }] } as JSONWebKeySet),
      )
    ).payload.length,
  ).toBeGreaterThan(0);
});
