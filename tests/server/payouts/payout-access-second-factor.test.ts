import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encryptText } from '#server/core/encryption.ts';
import { secretContext } from '#server/people/two-factor/check.ts';
import { makeSecret } from '#server/people/two-factor/totp.ts';
import { closeRithmicPayout } from '#shared/payouts/contract.ts';
import { confirmPayoutAccess, requestPayoutAccess } from '#shared/payouts/contract-access.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader } from '../support/funded.ts';
import { readCode } from '../support/identity.ts';
import { approvePayout, readStoredStatus, signInFinance } from '../support/payout-staff.ts';

const dayMs = 86_400_000;
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
});

afterAll(() => server.close());

async function requestCode(personId: string) {
  const email = `${personId.toLowerCase()}@example.com`;
  const ask = client(server);
  await ask(requestPayoutAccess, { body: { email } });
  return { ask, email, code: await readCode(server, email) };
}

/** Turns on two-step sign-in with an app. @returns its current code */
async function turnOn(personId: string): Promise<() => string> {
  const { deps } = server;
  const secret = makeSecret();
  const now = deps.clock();
  await deps.db.updateTable('person').set({ two_factor_at: now }).where('id', '=', personId).execute();
  await deps.db
    .insertInto('two_factor')
    .values({
      person_id: personId,
      secret: encryptText(deps.keys, secretContext(personId), secret),
      created_at: now,
      confirmed_at: now,
    })
    .execute();
  return () => new TOTP({ secret }).generate({ timestamp: deps.clock().getTime() });
}

test('with two-step sign-in, the mailed code alone opens nothing; with the app’s code it does, once', async () => {
  const { personId } = await fundTrader(server);
  const read = await turnOn(personId);
  const { ask, email, code } = await requestCode(personId);
  const alone = await ask(confirmPayoutAccess, { body: { email, code } });
  expect(alone).toMatchObject({ response_status: 403, error_code: 'code_needed', data: null });
  const wrong = await ask(confirmPayoutAccess, { body: { email, code, authenticator: '000000' } });
  expect(wrong.validation_errors).toHaveProperty('authenticator');
  const opened = await ask(confirmPayoutAccess, { body: { email, code, authenticator: read() } });
  expect(opened.data.accessToken).toEqual(expect.any(String));
  const again = await ask(confirmPayoutAccess, { body: { email, code, authenticator: read() } });
  expect(again.error_code).toBe('code_used');
});

test('without the right mailed code, nobody learns that two-step sign-in is on', async () => {
  const { personId } = await fundTrader(server);
  const read = await turnOn(personId);
  const { ask, email, code } = await requestCode(personId);
  const wrong = code === '000000' ? '000001' : '000000';
  const answer = await ask(confirmPayoutAccess, { body: { email, code: wrong, authenticator: read() } });
  expect(answer).toMatchObject({ response_status: 422, validation_errors: { code: [expect.any(String)] } });
});

test('an approved payout is closed only by someone signed in; a requested one also with the code', async () => {
  const finance = await signInFinance(server);
  const { trader, payoutId } = await approvePayout(server, finance);
  const { ask, email, code } = await requestCode(trader.personId);
  const { data } = await ask(confirmPayoutAccess, { body: { email, code } });
  const refused = await ask(closeRithmicPayout, { body: { payoutId }, token: data.accessToken });
  expect(refused).toMatchObject({ response_status: 403, error_code: 'sign_in_to_close' });
  expect(await readStoredStatus(server, 'payout', payoutId)).toBe('approved');
  expect((await trader.close(payoutId)).data.payout.status).toBe('canceled');

  const other = await fundTrader(server);
  const requested = (await other.request(100_000)).data.payout.id;
  const mailed = await requestCode(other.personId);
  const access = await mailed.ask(confirmPayoutAccess, { body: { email: mailed.email, code: mailed.code } });
  const closed = await mailed.ask(closeRithmicPayout, {
    body: { payoutId: requested },
    token: access.data.accessToken,
  });
  expect(closed.data.payout.status).toBe('canceled');
});
