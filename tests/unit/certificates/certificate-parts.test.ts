import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encodeBase64Url } from '#lib/base64url.ts';
import { dayMs } from '#lib/durations.ts';
import { type CertificateClaims, parseClaims } from '#shared/certificates/claims.ts';
import { readCompact, signCompact } from '#shared/certificates/compact.ts';
import { credentialType, readCredential, signCredential, signStatusList } from '#shared/certificates/credential.ts';
import { bytesOf, signJws, verifyJws } from '#shared/certificates/jws.ts';
import { readStatus, statusListEntries, writeStatusBits } from '#shared/certificates/status-list.ts';
import { checkRevocation, verifyCertificate } from '#shared/certificates/verify.ts';
import { claims, first, issuer, readPart } from './certificate-support.ts';

const keys = [first.jwk];
const payout: CertificateClaims = { ...claims, kind: 'payout', amountCents: null, tradingDays: null };

describe('claims', () => {
  test('are null where they are optional and missing', () => {
    const { amountCents: _, tradingDays: __, ...required } = claims;
    expect(parseClaims(required)).toEqual({ ...claims, amountCents: null, tradingDays: null });
    expect(parseClaims({ ...claims, issuedAt: 0, amountCents: 0 })).toEqual({ ...claims, issuedAt: 0, amountCents: 0 });
  });

  test.each([
    { id: `x${claims.id}` },
    { id: `${claims.id}x` },
    { id: [claims.id] },
    { kind: 'trial' },
    { name: '' },
    { name: 5 },
    { program: 'gold' },
    { size: '10K' },
    { day: 'x2026-10-29' },
    { day: '2026-10-29T00' },
    { day: ['2026-10-29'] },
    { issuedAt: -1 },
    { issuedAt: 1.5 },
    { issuedAt: '1' },
    { statusIndex: -1 },
    { statusIndex: undefined },
    { amountCents: -1 },
    { amountCents: 1.5 },
    { tradingDays: -1 },
  ])('are invalid with %j', (change) => {
    expect(parseClaims({ ...claims, ...change })).toBeUndefined();
  });
});

describe('the compact form', () => {
  const compact = {
    ...{ jti: claims.id, k: 'e', n: 'Tessa Marques', a: 'classic 100K', d: '2026-10-29', c: 612_000, t: 9 },
    ...{ iat: Date.UTC(2026, 9, 29, 21) / 1_000, s: statusListEntries + 77 },
  };

  test('uses one-letter names and a short key id and omits missing values', async () => {
    const token = await signCompact(first.signer, claims);
    expect(readPart(token, 0)).toEqual({ alg: 'EdDSA', kid: 'first-key-of' });
    expect(readPart(token, 1)).toEqual(compact);
    const { c: _, t: __, ...without } = compact;
    expect(readPart(await signCompact(first.signer, payout), 1)).toEqual({ ...without, k: 'p' });
  });

  test.each([{ k: 'x' }, { a: 5 }, { iat: String(compact.iat) }])('is not a certificate with %j', (change) => {
    expect(readCompact(compact)).toEqual(claims);
    expect(readCompact({ ...compact, ...change })).toBeUndefined();
  });
});

describe('the credential', () => {
  const self = 'https://tidemark.example/api/certificates/issuer';
  const address = `https://tidemark.example/api/certificates/public/${claims.id}`;
  const list = 'https://tidemark.example/api/certificates/status/1';
  const result = (what: string, name: string) => ({
    ...{ id: `${self}#${what}`, type: ['ResultDescription'], name, resultType: 'Result' },
  });

  test('of an evaluation states both results', async () => {
    expect(readPart(await signCredential(first.signer, issuer, claims), 1)).toEqual({
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      ],
      id: address,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: self, type: ['Profile'], name: 'Tidemark', url: 'https://tidemark.example' },
      validFrom: '2026-10-29T21:00:00Z',
      name: 'Evaluation passed: Classic 100K',
      credentialSubject: {
        type: ['AchievementSubject'],
        identifier: [{ type: 'IdentityObject', hashed: false, identityHash: 'Tessa Marques', identityType: 'name' }],
        activityEndDate: '2026-10-29T00:00:00Z',
        achievement: {
          id: `${self}#evaluation-classic-100K`,
          type: ['Achievement'],
          achievementType: 'Certification',
          name: 'Evaluation passed: Classic 100K',
          description: expect.stringContaining('profit target'),
          criteria: { narrative: expect.stringContaining('within its drawdown') },
          resultDescription: [result('amount', 'Profit in US dollars'), result('trading-days', 'Trading days')],
        },
        result: [
          { type: ['Result'], resultDescription: `${self}#amount`, value: '6120.00' },
          { type: ['Result'], resultDescription: `${self}#trading-days`, value: '9' },
        ],
      },
      credentialStatus: {
        id: `${list}#77`,
        type: 'BitstringStatusListEntry',
        statusPurpose: 'revocation',
        statusListIndex: '77',
        statusListCredential: list,
      },
      iss: self,
      jti: address,
      nbf: Date.UTC(2026, 9, 29, 21) / 1_000,
      iat: Date.UTC(2026, 9, 29, 21) / 1_000,
    });
  });

  test('of a payout without its amount has no results', async () => {
    const { credentialSubject } = readPart(await signCredential(first.signer, issuer, payout), 1);
    expect(credentialSubject).toEqual({
      type: ['AchievementSubject'],
      identifier: [expect.objectContaining({ identityHash: 'Tessa Marques' })],
      activityEndDate: '2026-10-29T00:00:00Z',
      achievement: {
        id: `${self}#payout-classic-100K`,
        type: ['Achievement'],
        achievementType: 'Award',
        name: 'Payout received: Classic 100K',
        description: expect.stringContaining('Received a payout'),
        criteria: { narrative: expect.stringContaining('was paid') },
      },
    });
    const paid = readPart(await signCredential(first.signer, issuer, { ...payout, amountCents: 5 }), 1);
    expect(paid.credentialSubject.achievement.resultDescription).toEqual([
      result('amount', 'Amount paid in US dollars'),
    ]);
    expect(paid.credentialSubject.result).toMatchObject([{ value: '0.05' }]);
  });

  test('is read back from status list 12 too, but not with a wrong list, start or subject', async () => {
    const far = { ...claims, statusIndex: 12 * statusListEntries + 5 };
    const payload = readPart(await signCredential(first.signer, issuer, far), 1);
    expect(readCredential(payload)).toEqual(far);
    const { credentialStatus, nbf } = payload;
    const elsewhere = { ...credentialStatus, statusListCredential: `${credentialStatus.statusListCredential}/x` };
    expect(readCredential({ ...payload, credentialStatus: elsewhere })).toBeUndefined();
    expect(readCredential({ ...payload, nbf: String(nbf) })).toBeUndefined();
    expect(readCredential({ ...payload, credentialSubject: null })).toBeUndefined();
  });
});

describe('a signed token', () => {
  const header = { kid: first.jwk.kid };

  async function signRaw(payload: Uint8Array<ArrayBuffer>): Promise<string> {
    const signed = [bytesOf(JSON.stringify({ alg: 'EdDSA', ...header })), payload].map(encodeBase64Url).join('.');
    return `${signed}.${encodeBase64Url(new Uint8Array(await first.signer.sign(bytesOf(signed))))}`;
  }

  test('names its key and its type', async () => {
    const token = await signJws(first.signer, { ...header, typ: 'x' }, { a: 1 });
    expect(await verifyJws(keys, token)).toEqual({ ok: true, kid: first.jwk.kid, type: 'x', payload: { a: 1 } });
    const odd = await signJws(first.signer, { ...header, typ: 5 }, { a: 1 });
    expect(await verifyJws(keys, odd)).toMatchObject({ ok: true, type: undefined });
  });

  test('has at most 20,000 characters', async () => {
    const tokens = await Promise.all(
      [0, 1, 2, 3].map((extra) => signJws(first.signer, header, { pad: 'x'.repeat(14_800 + extra) })),
    );
    const missing = 20_000 - (tokens[0]?.length ?? 0);
    const padded = await Promise.all(
      [-2, -1, 0, 1, 2, 3, 4].map((extra) =>
        signJws(first.signer, header, { pad: 'x'.repeat(14_800 + Math.floor((missing * 3) / 4) + extra) }),
      ),
    );
    const fitting = padded.filter(({ length }) => length <= 20_000);
    expect(Math.max(...fitting.map(({ length }) => length))).toBeGreaterThanOrEqual(19_999);
    for (const token of padded) expect((await verifyJws(keys, token)).ok).toBe(token.length <= 20_000);
  });

  test.each([
    ['another algorithm', { alg: 'none', ...header }],
    ['an extension it requires', { ...header, crit: ['exp'] }],
    ['a key id that is not a string', { kid: 5 }],
  ])('is refused with %s', async (_, given) => {
    expect(await verifyJws(keys, await signJws(first.signer, given, {}))).toEqual({ ok: false, problem: 'malformed' });
  });

  test.each([
    ['a fourth part', (token: string) => `${token}.x`],
    ['a short signature', (token: string) => token.slice(0, -8)],
    ['no signature', (token: string) => token.slice(0, token.lastIndexOf('.'))],
  ])('is refused with %s', async (_, change) => {
    const token = await signJws(first.signer, header, {});
    expect(await verifyJws(keys, change(token))).toEqual({ ok: false, problem: 'malformed' });
  });

  test.each(['[1]', '"x"', 'null', '5', '{'])('is refused if its payload is %s', async (text) => {
    expect(await verifyJws(keys, await signRaw(bytesOf(text)))).toEqual({ ok: false, problem: 'malformed' });
  });

  test('is refused if its payload is not UTF-8', async () => {
    const latin = new Uint8Array([...bytesOf('{"a":"'), 0xff, ...bytesOf('"}')]);
    expect(await verifyJws(keys, await signRaw(latin))).toEqual({ ok: false, problem: 'malformed' });
  });

  test('matches no key by fewer than twelve characters and reports a key that can’t be used', async () => {
    const short = await signJws(first.signer, { kid: first.jwk.kid.slice(0, 11) }, {});
    expect(await verifyJws(keys, short)).toEqual({ ok: false, problem: 'unknown-key' });
    const token = await signJws(first.signer, header, {});
    expect(await verifyJws([{ ...first.jwk, x: 'AA' }], token)).toEqual({ ok: false, problem: 'unsupported' });
  });

  test('is not a certificate with another type, and spaces around it don’t matter', async () => {
    const token = await signCompact(first.signer, claims);
    expect(await verifyCertificate(keys, ` ${token}\n`)).toMatchObject({ ok: true });
    const odd = await signJws(first.signer, { ...header, typ: 'x' }, readPart(token, 1));
    expect(await verifyCertificate(keys, odd)).toEqual({ ok: false, problem: 'malformed' });
  });
});

describe('a status list', () => {
  const at = Date.UTC(2026, 10, 2);
  const encodedList = `u${encodeBase64Url(gzipSync(writeStatusBits([77])))}`;
  const sign = () => signStatusList(first.signer, issuer, { list: 1, encodedList, at, ttlMs: 30_000 });

  test('is a credential of its own that is valid for a day', async () => {
    const id = 'https://tidemark.example/api/certificates/status/1';
    const self = 'https://tidemark.example/api/certificates/issuer';
    expect(readPart(await sign(), 1)).toEqual({
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      id,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: self,
      validFrom: '2026-11-02T00:00:00Z',
      validUntil: '2026-11-03T00:00:00Z',
      credentialSubject: {
        ...{ id: `${id}#list`, type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList, ttl: 30_000 },
      },
      iss: self,
      nbf: at / 1_000,
      exp: at / 1_000 + 86_400,
    });
  });

  test('is valid until the moment it ends and only under its own type', async () => {
    const token = await sign();
    const payload = readPart(token, 1);
    expect(await readStatus(payload, claims.statusIndex, at + dayMs)).toBe(true);
    expect(await readStatus(payload, claims.statusIndex, at + 86_400_001)).toBeUndefined();
    expect(await checkRevocation(keys, ` ${token}\n`, claims.statusIndex, at)).toBe(true);
    const odd = await signJws(first.signer, { typ: 'x', kid: first.jwk.kid }, payload);
    expect(await checkRevocation(keys, odd, claims.statusIndex, at)).toBeUndefined();
    expect(readPart(token, 0)).toMatchObject({ typ: credentialType });
  });

  test.each([
    ['an id that is not a string', { id: ['https://tidemark.example/api/certificates/status/1'] }, {}],
    ['an end that is not a number', { exp: String(at) }, {}],
    ['another purpose', {}, { statusPurpose: 'suspension' }],
    ['a list that is not a string', {}, { encodedList: 5 }],
    ['a list in another encoding', {}, { encodedList: `z${encodedList.slice(1)}` }],
    ['a list that is too short', {}, { encodedList: `u${encodeBase64Url(gzipSync(new Uint8Array(10)))}` }],
    ['a damaged list', {}, { encodedList: 'uAAAA' }],
  ])('gives no status with %s', async (_, change, inSubject) => {
    const payload = readPart(await sign(), 1);
    const changed = { ...payload, ...change, credentialSubject: { ...payload.credentialSubject, ...inSubject } };
    expect(await readStatus(changed, claims.statusIndex, at)).toBeUndefined();
  });
});
