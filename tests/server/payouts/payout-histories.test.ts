import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { type Actor, type Deps, ServiceError } from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import {
  rejectPayout,
  returnPayout,
  reviewPayout,
  sendPayout,
  settlePayout,
} from '#server/payouts/approval/apply-staff-step.ts';
import { approvePayout } from '#server/payouts/approval/approve.ts';
import { requestPayout } from '#server/payouts/request/open.ts';
import { readPayoutFacts } from '#server/payouts/request/read-facts.ts';
import { changeStatus } from '#server/payouts/stages/change-status.ts';
import { closePayout } from '#server/payouts/stages/close.ts';
import { executePayoutTransfers } from '#server/payouts/stages/execute-transfers.ts';
import { lockPayout } from '#server/payouts/stages/lock-payout.ts';
import { ledgerAccountKinds } from '#shared/core/ledger-accounts.ts';
import { quotePayout } from '#shared/payouts/quote.ts';
import { nextStatus, type PayoutAction, type PayoutStatus } from '#shared/payouts/stages.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';

/** What can happen to a payout; `transfer` lets the platform transfer waiting money, `refuse` and `lose` fail. */
const events = [
  'review',
  'approve',
  'send',
  'recall',
  'pay',
  'return',
  'reject',
  'cancel',
  'again',
  'transfer',
  'refuse',
  'lose',
] as const;
type Event = (typeof events)[number];

/** The rule has its own test. */
type StaffAction = Exclude<PayoutAction, 'approve-by-rule'>;

const history = fc.record({
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  sequence: fc.array(fc.constantFrom<Event>(...events), { minLength: 1, maxLength: 14 }),
  /** How a history that is still open ends, most often by returning the money. */
  ending: fc.constantFrom<StaffAction>('cancel', 'reject', 'return', 'cancel', 'reject', 'return', 'return', 'pay'),
});

/** The steps from any open status to the end. */
const endings: Readonly<Record<string, readonly StaffAction[]>> = {
  cancel: ['cancel'],
  reject: ['reject'],
  pay: ['review', 'approve', 'send', 'pay'],
  return: ['review', 'approve', 'send', 'pay', 'return'],
};

let server: TestApp;
let staff: Actor;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
  const { personId, sessionId } = await signInStaff(server, 'reviewer', 'finance');
  staff = { personId, sessionId, email: '', verified: true, roles: ['reviewer', 'finance'], hasSecondFactor: true };
});

afterAll(() => server.close());

type Trader = Awaited<ReturnType<typeof fundTrader>>;
type Open = {
  readonly payoutId: string;
  readonly amountCents: number;
  readonly request: () => Promise<string>;
  status: PayoutStatus;
};

/** Returns whether the step succeeded; a step that the status forbids must fail with a conflict. */
async function succeeds(step: () => Promise<unknown>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 409) return false;
    throw error;
  }
}

async function request(trader: Trader, share: number): Promise<Open> {
  const { deps } = server;
  const { availableCents } = (await trader.quote()).quote;
  const amountCents = 25_000 + Math.floor(share * (availableCents - 25_000));
  const { netCents } = (await trader.quote(amountCents)).quote;
  const { accountId, destinationId, personId } = trader;
  const key = randomUUID();
  const body = { accountId, amountCents, destinationId, expectedNetCents: netCents };
  const ask = async () => (await requestPayout(deps, { personId }, body, key)).payout.id;
  return { payoutId: await ask(), amountCents, request: ask, status: 'requested' };
}

/** The platform moves the waiting money, refuses, or moves it and fails before it answers. */
async function transferPlatformMoney(trader: Trader, how: 'transfer' | 'refuse' | 'lose'): Promise<void> {
  const { platform } = server.deps;
  const transferMoney: typeof platform.transferMoney = async (...args) => {
    if (how === 'refuse') throw new Error('down');
    const transferred = await platform.transferMoney(...args);
    if (how === 'lose') throw new Error('cut off');
    return transferred;
  };
  const deps: Deps = { ...server.deps, platform: { ...platform, transferMoney } };
  const transferring = executePayoutTransfers(deps, trader.accountId);
  await (how === 'transfer'
    ? transferring
    : transferring.catch((error: Error) => expect(error.message).toMatch(/down|cut off/)));
}

async function runStep(trader: Trader, open: Open, action: StaffAction): Promise<void> {
  const { deps } = server;
  const { payoutId } = open;
  const note = 'A test.';
  const steps: Record<StaffAction, () => Promise<unknown>> = {
    review: () => reviewPayout(deps, staff, payoutId),
    approve: () => approvePayout(deps, staff, payoutId),
    send: () => sendPayout(deps, staff, { payoutId, reference: 'WIRE-1' }),
    recall: () =>
      runTransaction(deps, async (trx) =>
        changeStatus(deps, trx, await lockPayout(trx, payoutId), 'recall', { actor: 'system' }),
      ),
    pay: () => settlePayout(deps, staff, { payoutId }),
    return: () => returnPayout(deps, staff, { payoutId, reason: 'account-closed', note }),
    reject: () => rejectPayout(deps, staff, { payoutId, reason: 'identity-not-verified', note }),
    cancel: () => closePayout(deps, { personId: trader.personId }, payoutId, 'rithmic'),
  };
  const next = nextStatus(open.status, action);
  const isRepeated =
    (action === 'review' && open.status === 'in-review') || (action === 'cancel' && open.status === 'canceled');
  // A payout can't be approved while its money is still in the account.
  const isOut = action !== 'approve' || (await isMoneyOut(payoutId));
  expect(await succeeds(steps[action])).toBe(isRepeated || (next !== null && isOut));
  if (next !== null && isOut) open.status = next;
}

async function isMoneyOut(payoutId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payout_transfer where payout_id = ${payoutId} and amount_cents < 0 and transferred_at is not null
  `.execute(server.deps.db);
  return Number(rows[0]?.count) > 0;
}

/** Everything that a request takes and its end returns, and the money in the account. */
async function snapshot(trader: Trader) {
  const { db } = server.deps;
  const account = await db
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', trader.accountId)
    .executeTakeFirstOrThrow();
  const { asOf: _, ...facts } = await readPayoutFacts(server.deps, db, account);
  const quote = quotePayout({ ...facts, asOf: 0 }, { amountCents: 0, method: 'bank-transfer' });
  const { availableCents, capNumber, fullShareCents } = quote;
  const { rows } = await sql<{ sum: string | null }>`
    select sum(amount_cents) as sum from simulated_transfer where account_id = ${account.platform_account_id}
      or account_id = ${account.id}
  `.execute(db);
  return { facts, availableCents, capNumber, fullShareCents, atPlatform: Number(rows[0]?.sum ?? 0) };
}

/** Every transaction sums to zero, only permitted accounts are negative, and the payout's accounts match its status. */
async function checkLedger(trader: Trader, { status, amountCents }: Open): Promise<void> {
  const { rows } = await sql<{
    kind: keyof typeof ledgerAccountKinds;
    owner_id: string;
    sum: string;
    unbalanced: string;
  }>`
    select kind, owner_id, sum(amount_cents) as sum, (
      select count(*) from (
        select from ledger_entry group by transaction_id having sum(amount_cents) <> 0
      ) as transaction
    ) as unbalanced
    from ledger_entry join ledger_account a on a.id = account_id group by a.id, kind, owner_id
  `.execute(server.deps.db);
  expect(Number(rows[0]?.unbalanced)).toBe(0);
  expect(rows.reduce((sum, row) => sum + Number(row.sum), 0)).toBe(0);
  const negative = rows.filter(({ kind, sum }) => Number(sum) < 0 && !ledgerAccountKinds[kind].mayBeNegative);
  expect(negative).toEqual([]);
  const balanceOf = (kind: string) =>
    Number(rows.find((row) => row.kind === kind && row.owner_id === trader.personId)?.sum ?? 0);
  const balances = {
    reserved: balanceOf('payout-reserved'),
    payable: balanceOf('trader-payable'),
    inTransit: balanceOf('payout-in-transit'),
    paid: balanceOf('payout-paid'),
  };
  // The trader keeps all of the first $10,000, so nothing is split here.
  const holds = (...statuses: PayoutStatus[]) => (statuses.includes(status) ? amountCents : 0);
  expect(balances).toEqual({
    reserved: holds('requested', 'in-review'),
    payable: holds('approved'),
    inTransit: holds('sent'),
    paid: holds('paid'),
  });
}

async function playHistory(
  trader: Trader,
  { share, sequence, ending }: typeof history extends fc.Arbitrary<infer T> ? T : never,
) {
  const open = await request(trader, share);
  for (const event of sequence) {
    if (event === 'transfer' || event === 'refuse' || event === 'lose') await transferPlatformMoney(trader, event);
    else if (event === 'again') expect(await open.request()).toBe(open.payoutId);
    else await runStep(trader, open, event);
    await checkLedger(trader, open);
  }
  await transferPlatformMoney(trader, 'transfer');
  for (const action of endings[ending] ?? []) await runStep(trader, open, action);
  // A payout rejected or closed earlier has already ended; one that was sent can only be paid or returned.
  if (open.status === 'sent' || (open.status === 'paid' && ending !== 'pay')) await runStep(trader, open, 'return');
  await transferPlatformMoney(trader, 'transfer');
  await checkLedger(trader, open);
  return open;
}

/** Each kind of database plays half of the histories. */
const seeds = inject('databases').kind === 'embedded' ? [11, 12] : [13, 14];

test.each(seeds)(
  'fifty random payout histories leave the ledger at zero and return every amount exactly (seed %i)',
  async (seed) => {
    let trader = await fundTrader(server);
    for (const [index, sample] of fc.sample(history, { numRuns: 50, seed }).entries()) {
      const before = await snapshot(trader);
      const open = await playHistory(trader, sample).catch((error: Error) => {
        throw new Error(`history ${index}: ${JSON.stringify(sample)}: ${error.message}`, { cause: error });
      });
      const after = await snapshot(trader);
      if (open.status === 'paid') {
        expect(after.atPlatform).toBe(before.atPlatform - open.amountCents);
        trader = await fundTrader(server);
      } else {
        expect({ index, ...after }).toEqual({ index, ...before });
      }
    }
    // Nothing is left to do, so the jobs change nothing.
    const before = await snapshot(trader);
    await server.drain();
    expect(await snapshot(trader)).toEqual(before);
  },
  300_000,
);
