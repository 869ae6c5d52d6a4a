import { createHmac, timingSafeEqual } from 'node:crypto';

export const signatureHeader = 'Sandbox-Signature';

/** The maximum age of a signed message, so that recorded ones can't be replayed. */
const toleranceMs = 300_000;

function digest(secret: Buffer, seconds: number, body: string): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
}

/** The header value: `t=<seconds>,v1=<HMAC-SHA256 of "seconds.body" in hex>`. */
export function signBody(secret: Buffer, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${digest(secret, seconds, body).toString('hex')}`;
}

export function isSignedBy(secret: Buffer, body: string, header: string | null, now: Date): boolean {
  const found = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '');
  if (!found) return false;
  const seconds = Number(found[1]);
  const given = Buffer.from(found[2] ?? '', 'hex');
  return (
    timingSafeEqual(given, digest(secret, seconds, body)) && Math.abs(now.getTime() - seconds * 1000) <= toleranceMs
  );
}
