import { expect, onTestFinished, test } from 'vitest';
import { makeClosable } from '../support/closing.ts';
import { fundTrader } from '../support/funded.ts';
import { makePostgresDatabase } from '../support/process-database.ts';
import { surviveDeaths } from '../support/run-program.ts';
import type { WorkRun } from '../support/run-until-done.ts';
import { startShop } from '../support/shop.ts';

/** Where the process dies: before or after the commit of a transaction with such a statement. */
const deaths = [
  ['the firm is frozen', 'update "closure" set "frozen_at"', 'before'],
  ['the firm is frozen', 'update "closure" set "frozen_at"', 'after'],
  ['it is announced', 'insert into "announcement"', 'after'],
  ['a line is stored', 'insert into "closure_line"', 'after'],
  ['a subscription has ended', 'update "subscription" set "status"', 'after'],
  ['an account is to end', 'insert into "account_end_request"', 'before'],
  ['a refund is requested', 'update "orders" set "refund_requested_at"', 'before'],
  ['a refund is requested', 'update "orders" set "refund_requested_at"', 'after'],
  ['a payout is requested', 'insert into "payout" ', 'before'],
  ['a payout is requested', 'insert into "payout" ', 'after'],
  ['the mails are queued', 'insert into "mail" .*closure:', 'before'],
  ['the mails are queued', 'insert into "mail" .*closure:', 'after'],
  ['a refund is credited', 'insert into "invoice" ', 'after'],
] as const;

// $149.00 each for two purchases; a week of $6,250 pays $1,500.00 under rules v1 of the tests.
test('a closure pays everyone once although its server is killed between its steps', async () => {
  const place = await makePostgresDatabase();
  const shop = await startShop({}, { place });
  onTestFinished(() => shop.close());
  const { server } = shop;
  const firm = await makeClosable(shop);
  const buyers = [await firm.buy(), await firm.buy()];
  const trader = await fundTrader(server);
  await server.drain();
  const { data } = await firm.request();
  await firm.decide(data.closureId, 'confirm');
  const run: WorkRun = { ...place, work: 'closure', at: server.clock.now().getTime() };
  const program = new URL('../support/run-until-done.ts', import.meta.url);
  await surviveDeaths(program, run, deaths);
  for (const buyer of buyers) {
    expect(await firm.refundsOf(buyer)).toEqual([-14_900]);
    expect(await firm.linesOf(data.closureId, buyer.personId)).toMatchObject([{ amountCents: 14_900, status: 'paid' }]);
    const mails = (await server.mails(buyer.email)).filter(({ subject }) => /encerrar/.test(subject));
    expect(mails).toHaveLength(1);
  }
  expect(await trader.list()).toMatchObject([{ status: 'requested', amountCents: 150_000 }]);
  expect(await firm.linesOf(data.closureId, trader.personId)).toMatchObject([{ amountCents: 150_000, status: 'open' }]);
  expect(await firm.ledgerCents()).toBe(0);
});
