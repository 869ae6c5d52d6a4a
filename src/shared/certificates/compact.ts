import { type CertificateClaims, parseClaims } from './claims.ts';
import { type Signer, shortKeyIdLength, signJws } from './jws.ts';

/**
 * Signs the claims as a JWS that fits a QR code, with one-letter names and a shortened key id. It carries the same
 * claims as the credential and is signed by the same key.
 */
export function signCompact(signer: Signer, claims: CertificateClaims): Promise<string> {
  const { id, kind, name, program, size, day, amountCents, tradingDays, issuedAt, statusIndex } = claims;
  return signJws(
    signer,
    { kid: signer.kid.slice(0, shortKeyIdLength) },
    {
      jti: id,
      k: kind === 'evaluation' ? 'e' : 'p',
      n: name,
      a: `${program} ${size}`,
      d: day,
      ...(amountCents === null ? {} : { c: amountCents }),
      ...(tradingDays === null ? {} : { t: tradingDays }),
      iat: issuedAt / 1_000,
      s: statusIndex,
    },
  );
}

/** @returns undefined if the payload isn't a compact certificate */
export function readCompact(payload: Readonly<Record<string, unknown>>): CertificateClaims | undefined {
  const { jti, k, n, a, d, c, t, iat, s } = payload;
  const [program, size] = typeof a === 'string' ? a.split(' ') : [];
  const kind = k === 'e' ? 'evaluation' : k === 'p' ? 'payout' : undefined;
  const issuedAt = typeof iat === 'number' ? iat * 1_000 : undefined;
  const known = { id: jti, kind, name: n, program, size, day: d, issuedAt, statusIndex: s };
  return parseClaims({ ...known, amountCents: c ?? null, tradingDays: t ?? null });
}
