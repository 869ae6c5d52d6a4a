import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handlers } from '#server/firm/jobs.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { register, verifyEmail } from '#shared/people/contract.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { easyCaptcha, readCode, registration } from '../support/identity.ts';
import { startOperator } from '../support/operator.ts';
import { orderForm, shopOn } from '../support/shop.ts';

/** Ten minutes ahead until a test sets it. */
let skewMs = 600_000;
let right: TestApp;
let wrong: TestApp;

beforeAll(async () => {
  const environment = { DATABASE_URL: 'postgres://unused' };
  right = await startTestApp({ replace: { captcha: easyCaptcha, clock: () => new Date() }, environment });
  wrong = await right.another({ clock: () => new Date(Date.now() + skewMs) });
});

afterAll(() => right.close());

async function askReady({ app }: TestApp) {
  const machine = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
  const response = await app.request('/api/ready', {}, machine);
  return { status: response.status, reason: ((await response.json()) as { reason?: string }).reason };
}

describe('of two copies, the one whose clock differs from the database’s', () => {
  let operator: ReturnType<typeof startOperator>;

  test('says so and takes no codes until it is right', async () => {
    expect((await askReady(right)).status).toBe(200);
    expect(await askReady(wrong)).toEqual({
      status: 503,
      reason: expect.stringMatching(/clock and the database's differ by (?:599|600)(?:\.\d)? seconds/),
    });
    const email = 'clock@example.org';
    await client(right)(register, { body: registration(email) });
    await right.drain();
    const body = { email, code: await readCode(right, email) };
    const refused = await client(wrong)(verifyEmail, { body });
    expect([refused.response_status, refused.error_code]).toEqual([503, 'unavailable']);
    expect((await client(right)(verifyEmail, { body })).response_status).not.toBe(503);
    operator = startOperator(wrong.deps, 'NotReady');
    await operator.expectTold();
  });

  test('takes no order and says that nothing was charged; the other takes the same one', async () => {
    const [body, idempotencyKey] = [orderForm(), randomUUID()];
    const refused = await client(wrong)(createOrder, { body, idempotencyKey });
    expect(refused).toMatchObject({ response_status: 503, error_code: 'not_ready' });
    expect(refused.response_message).toMatch(/^We can’t take this right now\. Nothing was saved or charged/);
    expect(refused.headers.get('Retry-After')).toBe('5');
    expect((await client(right)(createOrder, { body, idempotencyKey })).response_status).toBe(200);
  });

  test.each(['/api/webhooks/payments', '/api/webhooks/identity', '/api/bridge/events', '/api/trading/place'])(
    'answers 503 at %s before it reads anything, so that the sender repeats it',
    async (path) => {
      const response = await wrong.app.request(path, { method: 'POST', body: 'anything' });
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
      expect((await right.app.request(path, { method: 'POST', body: 'anything' })).status).not.toBe(503);
    },
  );

  test('still answers calls that only read', async () => {
    expect((await wrong.app.request('/api/packages/fetch')).status).toBe(200);
  });

  test('leaves jobs to the other, and takes them once its clock is right', async () => {
    const ran: string[] = [];
    const sendMail = (copy: string) => ({ 'send-mail': async () => void ran.push(copy) });
    const send = () => right.deps.jobs.send(right.deps.db, 'send-mail', { mailId: randomUUID() });
    await send();
    await wrong.work(sendMail('wrong'));
    await right.drain({ handlers: { ...handlers, ...sendMail('right') } });
    expect(new Set(ran)).toEqual(new Set(['right']));
    skewMs = 0;
    expect((await askReady(wrong)).status).toBe(200);
    await operator.expectOver();
    await send();
    await eventually('the job of the copy that is ready again', () => expect(ran.at(-1)).toBe('wrong'));
    expect((await shopOn(wrong).order()).orderId).not.toBe('');
  });
});
