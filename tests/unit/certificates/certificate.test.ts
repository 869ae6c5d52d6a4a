import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from '#lib/base64url.ts';
import { hourMs } from '#lib/durations.ts';
import type { CertificateClaims } from '#shared/certificates/claims.ts';
import { signCompact } from '#shared/certificates/compact.ts';
import { signCredential, signStatusList } from '#shared/certificates/credential.ts';
import { nameOnCertificate } from '#shared/certificates/name.ts';
import { statusListEntries, writeStatusBits } from '#shared/certificates/status-list.ts';
import { checkRevocation, verifyCertificate } from '#shared/certificates/verify.ts';
import { claims, first, issuer, second } from './certificate-support.ts';

const anyClaims = fc.record<CertificateClaims>({
  id: fc.uint8Array({ minLength: 16, maxLength: 16 }).map(encodeBase64Url),
  kind: fc.constantFrom('evaluation', 'payout'),
  name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  program: fc.constantFrom('classic', 'ascension', 'merit', 'premium'),
  size: fc.constantFrom('25K', '50K', '100K', '150K'),
  day: fc.constantFrom('2026-01-02', '2031-12-31'),
  amountCents: fc.option(fc.nat(999_999_999)),
  tradingDays: fc.option(fc.nat(400)),
  issuedAt: fc.nat(2_000_000_000).map((seconds) => seconds * 1_000),
  statusIndex: fc.nat(9 * statusListEntries),
});

const forms = {
  credential: (value: CertificateClaims) => signCredential(first.signer, issuer, value),
  'compact form': (value: CertificateClaims) => signCompact(first.signer, value),
};

describe.each(Object.entries(forms))('the %s of a certificate', (_, write) => {
  test('carries the claims that were signed', async () => {
    await fc.assert(
      fc.asyncProperty(anyClaims, async (value) => {
        const token = await write(value);
        const expected = { ok: true, claims: value, kid: first.jwk.kid };
        expect(await verifyCertificate([second.jwk, first.jwk], token)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('fails if any single bit is flipped', async () => {
    const token = await write(claims);
    const bytes = new TextEncoder().encode(token);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        const changed = bytes.map((byte, index) => (index === at ? byte ^ (1 << bit) : byte));
        const check = await verifyCertificate([first.jwk], new TextDecoder().decode(changed));
        expect(check.ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('fails if its last letter is replaced by one that decodes to the same bytes', async () => {
    const token = await write(claims);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const neighbor = alphabet[alphabet.indexOf(token.at(-1) ?? '') ^ 1];
    expect((await verifyCertificate([first.jwk], token.slice(0, -1) + neighbor)).ok).toBe(false);
  });

  test('fails under a foreign key', async () => {
    const token = await write(claims);
    expect(await verifyCertificate([second.jwk], token)).toMatchObject({ ok: false, problem: 'unknown-key' });
    const forged = { ...second.jwk, kid: first.jwk.kid };
    expect(await verifyCertificate([forged], token)).toMatchObject({ ok: false, problem: 'bad-signature' });
  });
});

describe('a credential', () => {
  test('carries the fields that Open Badges verifiers look for', async () => {
    const [head = '', body = ''] = (await forms.credential(claims)).split('.');
    const read = (part: string) => JSON.parse(new TextDecoder().decode(decodeBase64Url(part)));
    expect(read(head)).toEqual({
      alg: 'EdDSA',
      typ: 'vc+jwt',
      kid: `https://tidemark.example/api/certificates/keys/${first.jwk.kid}`,
    });
    expect(read(body)).toMatchObject({
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      ],
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: 'https://tidemark.example/api/certificates/issuer', type: ['Profile'], name: 'Tidemark' },
      iss: 'https://tidemark.example/api/certificates/issuer',
      jti: 'https://tidemark.example/api/certificates/public/AbCdEfGhIjKlMnOpQrStUv',
      nbf: Date.UTC(2026, 9, 29, 21) / 1_000,
      validFrom: '2026-10-29T21:00:00Z',
      credentialSubject: {
        achievement: { name: 'Evaluation passed: Classic 100K' },
        result: [{ value: '6120.00' }, { value: '9' }],
      },
      credentialStatus: {
        type: 'BitstringStatusListEntry',
        statusPurpose: 'revocation',
        statusListIndex: '77',
        statusListCredential: 'https://tidemark.example/api/certificates/status/1',
      },
    });
  });

  test('isn’t accepted if it is another kind of signed document', async () => {
    const list = { list: 0, encodedList: 'u', at: claims.issuedAt, ttlMs: 30_000 };
    const token = await signStatusList(first.signer, issuer, list);
    expect(await verifyCertificate([first.jwk], token)).toEqual({ ok: false, problem: 'malformed' });
  });
});

describe('the compact form', () => {
  test('stays near 330 characters', async () => {
    expect((await forms['compact form'](claims)).length).toBeLessThan(330);
  });
});

describe('a status list', () => {
  const at = Date.UTC(2026, 10, 2);
  const write = (revoked: readonly number[], list = 1) =>
    signStatusList(first.signer, issuer, {
      list,
      encodedList: `u${encodeBase64Url(gzipSync(writeStatusBits(revoked)))}`,
      at,
      ttlMs: 30_000,
    });

  test('distinguishes the revoked entries from the others', async () => {
    const unique = fc.uniqueArray(fc.nat(statusListEntries - 1), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(unique, fc.nat(statusListEntries - 1), async (revoked, other) => {
        const token = await write(revoked);
        for (const index of [...revoked, other]) {
          const isRevoked = await checkRevocation([first.jwk], token, statusListEntries + index, at);
          expect(isRevoked).toBe(revoked.includes(index));
        }
      }),
      { numRuns: 20 },
    );
  });

  test('gives no status when it is old, for another list or signed with another key', async () => {
    const token = await write([77]);
    expect(await checkRevocation([first.jwk], token, claims.statusIndex, at + 25 * hourMs)).toBeUndefined();
    expect(await checkRevocation([first.jwk], await write([77], 0), claims.statusIndex, at)).toBeUndefined();
    expect(await checkRevocation([second.jwk], token, claims.statusIndex, at)).toBeUndefined();
  });
});

describe('the name on a certificate', () => {
  test.each([
    ['Tessa', 'Marques', 'full', 'Tessa Marques'],
    ['Tessa', 'Marques', 'initials', 'T. M.'],
    ['élodie', "d'Arc", 'initials', 'É. D.'],
    ['ศิริวรรณวิไล', 'สุวรรณภูมิวัฒนากุล', 'full', 'ศิริวรรณวิไล สุวรรณภูมิวัฒนากุล'],
    ['กำธร', 'น้ำผึ้ง', 'initials', 'กำ. น้ำ.'],
    ['Bartholomew', 'x'.repeat(80), 'full', `Bartholomew ${'x'.repeat(80)}`],
    ['Tessa', '', 'full', 'Tessa'],
    ['Tessa', '', 'initials', 'T.'],
    [' Tessa   Maria ', '\tMarques  da  Costa ', 'full', 'Tessa Maria Marques da Costa'],
  ] as const)('for %s %s with style %s is %s', (firstName, lastName, style, expected) => {
    expect(nameOnCertificate({ first_name: firstName, last_name: lastName }, style)).toBe(expected);
  });
});
