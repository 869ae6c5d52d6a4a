import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { listAccounts } from '#server/accounts/details/list.ts';
import { replayParkedEvents } from '#server/accounts/feed/replay-parked-events.ts';
import { dismissParked } from '#shared/firm/contract-corrections.ts';
import { officeOverview } from '#shared/firm/contract-office.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { reviewBankEntry } from '#shared/payouts/contract-office-batches.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { statement } from '../support/bank-files.ts';
import { client } from '../support/client.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';
import { signInFinance } from '../support/payout-staff.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
  ask = client(server);
});

afterAll(() => server.close());

async function countWaiting(token: string, list: 'entries' | 'parked') {
  const { data } = await ask(officeOverview, { token });
  return data.queues.find((queue) => queue.list === list)?.count;
}

test('bank entries to review are counted one by one, and each is done once it is reviewed', async () => {
  const finance = await signInFinance(server);
  const entries = [
    { reference: 'UNKNOWN-1', amount: '10.00' },
    { reference: 'UNKNOWN-2', amount: '20.00' },
  ];
  const { importId } = (await finance.apply(statement(entries, { id: 'unknown' }))).data;
  await server.drain();
  const { token } = await signInStaff(server, 'finance');
  expect(await countWaiting(token, 'entries')).toBe(2);
  const filter = { import: importId, open: 'problems' };
  const [first, second] = (await ask(officeLists.entries.page, { token, query: filter })).data.rows;
  expect((await ask(officeLists.imports.page, { token, query: {} })).data.rows).toMatchObject([{ problems: 2 }]);

  const review = (entryId = '') =>
    ask(reviewBankEntry, { token, body: { entryId, reason: 'A fee of the bank, booked by hand.' } });
  expect((await review(first?.id)).response_status).toBe(200);
  expect((await review(first?.id)).response_status).toBe(404);
  expect(await countWaiting(token, 'entries')).toBe(1);
  expect((await ask(officeLists.entries.record, { token, query: { id: first?.id ?? '' } })).data.row).toMatchObject({
    reviewReason: 'A fee of the bank, booked by hand.',
    reviewedAt: server.clock.now().getTime(),
  });
  await review(second?.id);
  expect(await countWaiting(token, 'entries')).toBe(0);
  const open = { open: 'problems' };
  expect((await ask(officeLists.imports.page, { token, query: open })).data.rows).toEqual([]);
});

test('an event that will never be booked is dismissed, and stays so when its platform repeats it', async () => {
  const trader = await fundTrader(server);
  const { token } = await signInStaff(server, 'risk_manager');
  const at = server.clock.now();
  const contract = { instrument: 'OLD', month: '2030-12' };
  const fill = { type: 'fill', at: at.getTime(), ...contract, side: 'buy', quantity: 1, priceTicks: 1, feeCents: 0 };
  const ofAccount = { account_id: trader.accountId };
  await server.deps.db
    .insertInto('parked_event')
    .values({
      ...{ ...ofAccount, ...contract, source_id: 'old-1', reason: 'unknown-instrument', parked_at: at },
      event: JSON.stringify(fill),
    } as never)
    .execute();
  await server.deps.db
    .insertInto('unread_row')
    .values({ ...ofAccount, file: 'July 1.csv', line: 3, reason: 'price', value: 'n/a', reported_at: at } as never)
    .execute();
  const readParked = async () => (await listAccounts(server.deps, trader.personId))[0]?.parkedEvents ?? null;
  expect((await readParked())?.count).toBe(2);
  expect(await countWaiting(token, 'parked')).toBe(2);

  const rows = (await ask(officeLists.parked.page, { token, query: {} })).data.rows;
  for (const { id } of rows) {
    const dismissed = await ask(dismissParked, { token, body: { parkedId: id, reason: 'A test contract.' } });
    expect(dismissed.response_status).toBe(200);
  }
  expect([await countWaiting(token, 'parked'), await readParked()]).toEqual([0, null]);
  expect(await replayParkedEvents(server.deps)).toBe(0);
  const again = { token, body: { parkedId: rows[0]?.id ?? '', reason: 'Twice.' } };
  expect((await ask(dismissParked, again)).response_status).toBe(404);
  const audited = await server.deps.db
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'parked-dismissed')
    .execute();
  expect(audited.map(({ details }) => details)).toContainEqual(
    expect.objectContaining({ reason: 'A test contract.', item: expect.objectContaining(contract) }),
  );
});
