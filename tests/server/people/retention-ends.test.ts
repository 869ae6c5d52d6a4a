import { expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { deleteExpired } from '#server/privacy/delete-expired.ts';
import { cancelContract } from '#shared/billing/contract.ts';
import { subscribeStatus } from '#shared/status/contract.ts';
import { easyCaptcha } from '../support/identity.ts';
import { serve } from '../support/serve.ts';

const { server, ask } = await serve({ replace: { captcha: easyCaptcha } });
const { db } = server.deps;
const email = 'stranger@example.org';

const state = async () => ({
  mails: (await db.selectFrom('mail').select('id').where('recipient', '=', email).execute()).length,
  mailbox: (await server.mails(email)).length,
  statements: (await db.selectFrom('contract_cancellation').select('id').where('email', '=', email).execute()).length,
  subscriptions: (await db.selectFrom('status_subscription').select('email').where('email', '=', email).execute())
    .length,
});

/** The periods of the privacy policy: 30 days, a year and three years. */
test.each([
  [
    30,
    { mails: 2, mailbox: 2, statements: 1, subscriptions: 1 },
    { mails: 2, mailbox: 2, statements: 1, subscriptions: 0 },
  ],
  [
    365,
    { mails: 2, mailbox: 2, statements: 1, subscriptions: 0 },
    { mails: 0, mailbox: 0, statements: 1, subscriptions: 0 },
  ],
  [
    1_095,
    { mails: 0, mailbox: 0, statements: 1, subscriptions: 0 },
    { mails: 0, mailbox: 0, statements: 0, subscriptions: 0 },
  ],
])('what a stranger left ends after %i days, and no day sooner', async (days, kept, left) => {
  if (days === 30) {
    await ask(subscribeStatus, { body: { email, captcha: 'solved' } });
    await ask(cancelContract, { body: { name: 'Sam Stranger', email, order: 'O2026-000000' } });
    await server.drain();
  }
  const startedAt = Date.UTC(2026, 2, 11, 15, 0, 0);
  await server.clock.advance(startedAt + days * dayMs - server.clock.now().getTime());
  await deleteExpired(server.deps);
  expect(await state()).toEqual(kept);
  await server.clock.advance(1_000);
  await deleteExpired(server.deps);
  expect(await state()).toEqual(left);
});
