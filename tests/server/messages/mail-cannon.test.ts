import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailCauses } from '#server/messages/mail/limits.ts';
import type { Call } from '#shared/core/call.ts';
import { registry } from '#shared/firm/registry.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { easyCaptcha, registerVerified, registration } from '../support/identity.ts';
import { orderForm } from '../support/shop.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({
    replace: { captcha: easyCaptcha },
    limits: 'on',
    environment: { TRUST_PROXY: '1' },
  });
});

afterAll(() => server.close());

const text = 'Win now, write to t me winbig or call 555 0100.';
const captcha = 'solved';

/** What a stranger sends to each public call that takes an address. A new such call needs an entry. */
const bodies: Readonly<Record<string, (email: string, index: number) => object>> = {
  register: (email) => registration(email),
  resendEmail: (email) => ({ email }),
  verifyEmail: (email) => ({ email, code: '123456', captcha }),
  setPassword: (email) => ({ email, code: 'x', password: 'marble-ladder-47', confirm_password: 'marble-ladder-47' }),
  submitLogin: (email) => ({ email, password: 'wrong-password-1', captcha }),
  submitForgotEmail: (email) => ({ email }),
  createOrder: (email) => orderForm({ email }),
  resendOrderMails: (email) => ({ orderId: 'x', sessionId: 'x', browserSessionId: 'x', email }),
  cancelContract: (email, index) => ({ name: 'Win Now', email, order: `I2026-${100_000 + index}`, captcha }),
  declareSubscriptionEnd: (email, index) => ({ name: 'Win Now', email, order: `I2026-${100_000 + index}`, captcha }),
  requestPayoutAccess: (email) => ({ email }),
  confirmPayoutAccess: (email) => ({ email, code: '123456', captcha }),
  subscribeNewsletter: (email) => ({ email, termsUse: 1, share: 0, captcha }),
  sendContact: (email, index) => ({ name: 'Win Now', email, topic: 'other', message: `${text} ${index}`, captcha }),
  sendFeature: (email, index) => ({
    name: 'Win Now',
    email,
    title: `Win ${index}`,
    message: `${text} ${index}`,
    captcha,
  }),
  subscribeStatus: (email) => ({ email, captcha }),
};

const takesAddress = registry.filter(({ access, method, body }) => {
  const shape = (body as { shape?: Record<string, unknown> } | null)?.shape ?? {};
  return access === 'any' && method === 'POST' && 'email' in shape;
});

async function send(call: Pick<Call, 'path'>, body: object, index: number): Promise<number> {
  const response = await server.app.request(`/api/${call.path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
      'X-Forwarded-For': `203.0.113.${index % 250}`,
    },
    body: JSON.stringify(body),
  });
  return response.status;
}

test('every public call that takes an address is covered here', () => {
  expect(takesAddress.map(({ name }) => name).sort()).toEqual(Object.keys(bodies).sort());
});

describe.each(['verified', 'unknown'] as const)('to the address of someone %s', (kind) => {
  test.each(takesAddress.map((call) => [call.name, call] as const))(
    '60 strangers using %s cause at most five mails an hour, without a word they typed',
    async (name, call) => {
      const email = `${name}-${kind}@victims.example`.toLowerCase();
      if (kind === 'verified') await registerVerified(server, email);
      const before = (await server.mails(email)).length;
      for (let index = 0; index < 60; index += 1) {
        const status = await send(call, bodies[name]?.(email, index) ?? {}, index);
        expect(status, `${name} ${index}`).toBeLessThan(500);
        // A code's minute has passed, so that it isn't what limits the mails.
        if (index < 12) await server.clock.advance(61_000);
      }
      await server.drain();
      const mails = (await server.mails(email)).slice(0, -before || undefined);
      expect(mails.length).toBeLessThanOrEqual(5);
      for (const { subject, text: sent } of mails) expect(`${subject} ${sent}`).not.toMatch(/Win|555 0100|winbig/);
    },
    60_000,
  );
});

test('a mailbox gets at most fifteen such mails a day besides codes, whatever calls and plus-addresses are used', async () => {
  // Codes have a share of their own, so that strangers can’t keep an owner from getting in.
  const calls = takesAddress.filter(({ name }) => !['createOrder', 'register'].includes(name));
  for (let round = 0; round < 6; round += 1) {
    for (const [index, call] of calls.entries()) {
      const email = `one-mailbox+${round}-${index}@victims.example`;
      await send(call, bodies[call.name]?.(email, round) ?? {}, round * 20 + index);
    }
    await server.drain();
  }
  const { count } = await server.deps.db
    .selectFrom('mailbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('recipient', 'like', 'one-mailbox+%')
    .executeTakeFirstOrThrow();
  const registerCall = takesAddress.find(({ name }) => name === 'register');
  if (registerCall) await send(registerCall, bodies['register']?.('one-mailbox@victims.example', 0) ?? {}, 201);
  await server.drain();
  expect((await server.mails('one-mailbox@victims.example')).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('code'),
  ]);
  expect(Number(count)).toBeLessThanOrEqual(15);
  expect(Number(count)).toBeGreaterThan(5);
});

test('mails that only a purchase, staff or the signed-in person cause aren’t limited', () => {
  const limited = Object.entries(mailCauses).filter(([, cause]) => cause !== 'earned');
  expect(limited.map(([template]) => template).sort()).toEqual([
    ...[
      'address-known',
      'cancellation-link',
      'cancellation-repeated',
      'cancellation-unknown',
      'change-email',
      'contact-copy',
      'contact-staff',
      'contract-first',
      'feature-copy',
      'feature-staff',
    ],
    ...['newsletter-confirm', 'order-unfinished', 'payout-access', 'reset-password', 'status-confirm', 'verify-email'],
    ...['withdrawal-receipt', 'withdrawal-received'],
  ]);
});
