import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceMs = 5 * 60_000;

/** The headers that sign a body, for the site and from it. */
export function sign(secret: string, body: string, at = Date.now()) {
  const hex = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return { 'X-Tidemark-Timestamp': String(at), 'X-Tidemark-Signature': `v1=${hex}` };
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export function isSigned(secret: string, body: string, headers: Headers, now = Date.now()): boolean {
  const timestamp = String(headers['x-tidemark-timestamp'] ?? '');
  const signature = Buffer.from(String(headers['x-tidemark-signature'] ?? ''));
  if (!/^\d{13}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceMs) return false;
  const expected = Buffer.from(sign(secret, body, Number(timestamp))['X-Tidemark-Signature']);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
