import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;

function totpOf(secret: Secret, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: periodSeconds });
}

/** 160 random bits in base32, as RFC 4226 recommends. */
export function makeSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function totpUri(secret: string, issuer: string, label: string): string {
  return totpOf(Secret.fromBase32(secret), { issuer, label }).toString();
}

export function codeAt(secret: string, now: Date): string {
  return totpOf(Secret.fromBase32(secret)).generate({ timestamp: now.getTime() });
}

/**
 * The time step of a code: the current one, or a neighbor in case of inaccurate clocks; undefined if it matches none.
 */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(Secret.fromBase32(secret)).validate({ token: code, window: 1, timestamp });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}
