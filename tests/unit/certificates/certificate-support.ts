import { generateKeyPairSync, sign } from 'node:crypto';
import { decodeBase64Url } from '#lib/base64url.ts';
import type { CertificateClaims } from '#shared/certificates/claims.ts';
import type { Issuer } from '#shared/certificates/credential.ts';
import type { PublicJwk, Signer } from '#shared/certificates/jws.ts';
import { statusListEntries } from '#shared/certificates/status-list.ts';

export const issuer: Issuer = {
  name: 'Tidemark',
  url: 'https://tidemark.example',
  apiUrl: 'https://tidemark.example/api',
};

function createKey(kid: string): { signer: Signer; jwk: PublicJwk } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    signer: { kid, sign: async (bytes) => sign(null, bytes, privateKey) },
    jwk: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' },
  };
}

export const first = createKey('first-key-of-this-installation-0123456789ab');
export const second = createKey('second-key-of-this-installation-0123456789a');

export const claims: CertificateClaims = {
  id: 'AbCdEfGhIjKlMnOpQrStUv',
  kind: 'evaluation',
  name: 'Tessa Marques',
  program: 'classic',
  size: '100K',
  day: '2026-10-29',
  amountCents: 612_000,
  tradingDays: 9,
  issuedAt: Date.UTC(2026, 9, 29, 21),
  statusIndex: statusListEntries + 77,
};

/** The decoded JSON of a token’s header (0) or payload (1). */
export function readPart(token: string, part: 0 | 1) {
  return JSON.parse(new TextDecoder().decode(decodeBase64Url(token.split('.')[part] ?? '')));
}
