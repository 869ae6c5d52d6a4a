import { expect, test } from 'vitest';
import { createOwedPayouts } from '#app/payouts/stores/owed-payouts.ts';
import { $payout, $payoutAccounts } from '#app/payouts/stores/payouts.ts';
import { dayMs } from '#lib/durations.ts';
import { endAccount } from '#server/accounts/lifecycle/end.ts';
import { testStart } from '../../server/support/app.ts';
import { type FundedTrader, fundTrader } from '../../server/support/funded.ts';
import { openPage, serveStores, signIn, toasts } from '../support.ts';

const server = await serveStores({ startAt: testStart + 7 * dayMs });

/** A trader who is owed $1,000: the request was closed after its account had ended. */
async function owe(): Promise<{ trader: FundedTrader; payoutId: string }> {
  const trader = await fundTrader(server);
  signIn(trader.token);
  openPage('/dashboard/withdrawal');
  const { data } = await trader.request(100_000);
  await server.drain();
  await endAccount(server.deps, trader.accountId, 'inactivity');
  await trader.close(data.payout.id);
  return { trader, payoutId: data.payout.id };
}

test('owed money is listed, and sent once to the chosen destination, whose page opens', async () => {
  const { trader, payoutId } = await owe();
  await $payoutAccounts.load();
  const accounts = $payoutAccounts.get();
  expect(accounts.status === 'ready' && accounts.data.owed.map(({ id }) => id)).toEqual([payoutId]);
  const page = openPage('/dashboard/withdrawal');
  const request = createOwedPayouts();
  await request.load();
  expect(request.$form.get().destinationId).toBe(trader.destinationId);
  await Promise.all([request.send(payoutId), request.send(payoutId)]);
  expect($payout.get()).toMatchObject({ data: { originId: payoutId, amountCents: 100_000, status: 'requested' } });
  expect((await trader.list()).map(({ status }) => status)).toEqual(['requested', 'canceled']);
  const [sent] = (await trader.list()).filter(({ status }) => status === 'requested');
  expect([...page.visited, page.address()].join(' ')).toContain(`payout=${sent?.id}`);
});

test('what is missing before it can be sent is shown, and nothing is sent', async () => {
  const { trader, payoutId } = await owe();
  const request = createOwedPayouts();
  await request.load();
  await server.deps.db
    .updateTable('identity_check')
    .set({ status: 'expired' })
    .where('person_id', '=', trader.personId)
    .execute();
  await request.send(payoutId);
  expect(request.$requirements.get()).toMatchObject([{ name: 'identity-check' }]);
  expect(toasts()).toHaveLength(1);
  expect((await trader.list()).map(({ money }) => money)).toEqual(['owed']);
});
