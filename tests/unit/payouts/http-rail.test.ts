import { expect, test } from 'vitest';
import { createHttpRail } from '#server/payouts/ports/rail/http.ts';
import type { RailPayment } from '#server/payouts/ports/rail/rail.ts';
import { findRequestCoverage, sign, signAnswer, signatureHeaders } from '#shared/accounts/bridge-signature.ts';

const secret = 'a-secret-between-the-site-and-the-rail';
const now = new Date('2026-03-18T15:00:00Z');
const payment: RailPayment = {
  ...{ id: '01J', number: 'P2026-000042', amountCents: 97_500, currency: 'USD', payeeName: 'Ada Ferreira' },
  ...{ destination: { kind: 'wise', recipient: 'ada@example.com' }, notAfter: now.getTime() + 3_600_000 },
};

/** A rail that answers with a text, signed with a secret for the request it got or for another. */
function rail(body: string, { status = 200, by = secret, to = '' } = {}) {
  const asked: { url: string; init: RequestInit }[] = [];
  const answer: typeof fetch = async (url, init = {}) => {
    asked.push({ url: String(url), init });
    const requestSignature = to || (new Headers(init.headers).get(signatureHeaders.requestSignature) ?? '');
    const { timestamp, signature } = sign(by, body, now);
    const headers = {
      [signatureHeaders.timestamp]: timestamp,
      [signatureHeaders.signature]: signature,
      [signatureHeaders.answerSignature]: signAnswer(by, { status, body, requestSignature }, now),
    };
    return new Response(body, { status, headers });
  };
  return { asked, ...createHttpRail({ url: 'https://rail.example/v1/', secret, clock: () => now, fetch: answer }) };
}

test('a payment is sent under its own key, signed as a whole', async () => {
  const { asked, pay } = rail('{"status":"paid","reference":"RTP-77"}');
  expect(await pay(payment)).toEqual({ status: 'paid', reference: 'RTP-77' });
  const [{ url, init } = { url: '', init: {} }] = asked;
  expect(url).toBe('https://rail.example/v1/payments');
  const headers = new Headers(init.headers);
  expect(headers.get('idempotency-key')).toBe(payment.id);
  expect(JSON.parse(String(init.body))).toEqual(payment);
  const received = {
    ...{ method: 'POST', path: '/payments', idempotencyKey: payment.id, body: String(init.body) },
    timestamp: headers.get(signatureHeaders.timestamp) ?? '',
    signature: headers.get(signatureHeaders.signature) ?? '',
    requestSignature: headers.get(signatureHeaders.requestSignature) ?? '',
  };
  expect(findRequestCoverage(secret, received, now)).toBe('whole');
  expect(findRequestCoverage(secret, { ...received, idempotencyKey: 'another' }, now)).toBeUndefined();
});

test.each([
  ['of another secret', '{"status":"paid","reference":"X"}', { by: 'another-secret' }, /did not sign/],
  ['of another request', '{"status":"paid","reference":"X"}', { to: 'v2=00' }, /did not sign/],
  ['that is an outage', '{}', { status: 503 }, /503/],
  ['without a reference', '{"status":"paid"}', {}, /reference/],
  ['of an unknown state', '{"status":"done"}', {}, /status/i],
  ['of an unknown reason', '{"status":"returned","reason":"because"}', {}, /reason/],
])('an answer %s says nothing about the payment', async (_, body, options, message) => {
  await expect(rail(body, options).pay(payment)).rejects.toThrow(message);
});
