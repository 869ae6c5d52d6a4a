import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { decideBreachDispute } from '#server/accounts/breach/decide-dispute.ts';
import { disputeBreach } from '#server/accounts/breach/dispute.ts';
import { closeTradingDay } from '#server/accounts/feed/close-day.ts';
import { endAccount } from '#server/accounts/lifecycle/end.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { type Actor, ServiceError } from '#server/core/deps.ts';
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
import { resendPayout } from '#server/payouts/request/resend.ts';
import { closePayout } from '#server/payouts/stages/close.ts';
import { selectOwed } from '#server/payouts/stages/set-owed.ts';
import { ledgerAccountKinds } from '#shared/core/ledger-accounts.ts';
import { quotePayout } from '#shared/payouts/quote.ts';
import { readBookedCents } from '../support/booked-balance.ts';
import { type FundedTrader, fundTrader, signInStaff } from '../support/funded.ts';
import { type Shop, startShop } from '../support/shop.ts';
import { play, trade } from '../support/trading.ts';
import { checkOrders, type OrderOutcome, orderProducts, placeOrder, refundNewest } from './order-histories.ts';

/** How many histories to play; a nightly run plays thousands. */
const histories = Number(process.env.HISTORIES ?? 6);
const startCents = 5_000_000;

const person = fc.nat(2);
const staffSteps = ['next', 'next', 'next', 'review', 'approve', 'send', 'pay', 'return', 'reject'] as const;
type StaffStep = (typeof staffSteps)[number];

/** What moves a payout on. */
const nextSteps: Readonly<Record<string, Exclude<StaffStep, 'next'>>> = {
  requested: 'review',
  'in-review': 'approve',
  approved: 'send',
  sent: 'pay',
  paid: 'return',
};

/** What three people, their banks and the staff do, in any order. Most of it is refused most of the time. */
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('trade'), who: person, ticks: fc.integer({ min: -60, max: 120 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('trade'), who: person, ticks: fc.constant(-700) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('clock'), hours: fc.constantFrom(0.02, 1, 5, 7, 24, 24, 72) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('request'),
      who: person,
      share: fc.integer({ min: 0, max: 100 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('staff'), who: person, step: fc.constantFrom(...staffSteps) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('cancel', 'resend', 'drain', 'drain'), who: person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('reset', 'end', 'uphold'), who: person }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('order'),
      who: person,
      product: fc.nat(orderProducts.length - 1),
      outcome: fc.constantFrom('paid', 'paid', 'paid', 'declined', 'left'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refund'), who: person, items: fc.constantFrom('package', 'add-ons') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('bank'),
      who: person,
      says: fc.constantFrom('disputed', 'dispute-won', 'dispute-lost', 'refunded'),
    }),
  },
);
type Action = {
  readonly kind: string;
  readonly who?: number;
  readonly ticks?: number;
  readonly hours?: number;
  readonly share?: number;
  readonly step?: StaffStep;
  readonly product?: number;
  readonly outcome?: OrderOutcome;
  readonly items?: 'package' | 'add-ons';
  readonly says?: 'disputed' | 'dispute-won' | 'dispute-lost' | 'refunded';
};

let shop: Shop;
let staff: readonly [Actor, Actor];

/** Histories share a clock that only moves forward, and the exchange's calendar ends. */
const historiesPerShop = 40;

async function openShop(): Promise<void> {
  shop = await startShop();
  const hire = async (): Promise<Actor> => {
    const { personId, sessionId } = await signInStaff(shop.server, 'reviewer', 'finance', 'risk_manager');
    return { personId, sessionId, email: '', verified: true, roles: ['reviewer', 'finance'], hasSecondFactor: true };
  };
  staff = [await hire(), await hire()];
}

beforeAll(openShop);

afterAll(() => shop.close());

/** Runs a step that the state may forbid; anything but a refusal fails the history. */
async function attempt(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof ServiceError) || ![404, 409, 410].includes(error.status)) throw error;
  }
}

function readAccount({ accountId }: FundedTrader) {
  const { db } = shop.server.deps;
  return db.selectFrom('trading_account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
}

/** The payouts of a person, newest first. */
function readPayouts({ personId }: FundedTrader) {
  const { db } = shop.server.deps;
  return db.selectFrom('payout').selectAll().where('person_id', '=', personId).orderBy('number', 'desc').execute();
}

async function takeStep(trader: FundedTrader, step: StaffStep): Promise<void> {
  const { deps } = shop.server;
  const [payout] = await readPayouts(trader);
  if (!payout) return;
  const action = step === 'next' ? (nextSteps[payout.status] ?? 'review') : step;
  const [first, second] = staff;
  const { id: payoutId } = payout;
  const note = 'A test.';
  const steps: Record<Exclude<StaffStep, 'next'>, () => Promise<unknown>> = {
    review: () => reviewPayout(deps, first, payoutId),
    approve: async () => {
      await approvePayout(deps, first, payoutId);
      await approvePayout(deps, second, payoutId);
    },
    send: () => sendPayout(deps, first, { payoutId, reference: 'WIRE-1' }),
    pay: () => settlePayout(deps, first, { payoutId }),
    return: () => returnPayout(deps, first, { payoutId, reason: 'account-closed', note }),
    reject: () => rejectPayout(deps, first, { payoutId, reason: 'destination-not-verified', note }),
  };
  await attempt(steps[action]);
}

async function request(trader: FundedTrader, share: number): Promise<void> {
  const { deps } = shop.server;
  const { accountId, destinationId, personId } = trader;
  const facts = await readPayoutFacts(deps, deps.db, await readAccount(trader));
  const { availableCents } = quotePayout(facts, { amountCents: 0, method: 'bank-transfer' });
  const amountCents = Math.max(1, Math.floor(25_000 + (share / 100) * (availableCents - 25_000)));
  const { netCents: expectedNetCents } = quotePayout(facts, { amountCents, method: 'bank-transfer' });
  const body = { accountId, amountCents, destinationId, expectedNetCents };
  await attempt(() => requestPayout(deps, { personId }, body, randomUUID()));
}

async function upholdDispute(trader: FundedTrader): Promise<void> {
  const { deps } = shop.server;
  const actor: Actor = { ...staff[0], personId: trader.personId };
  await attempt(() => disputeBreach(deps, actor, { accountId: trader.accountId, message: 'A test.' }));
  const open = await deps.db
    .selectFrom('account_dispute')
    .select('id')
    .where('account_id', '=', trader.accountId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (open) await decideBreachDispute(deps, staff[0], { disputeId: open.id, decision: 'upheld', reason: 'A test.' });
}

async function act(people: readonly FundedTrader[], step: Action, index: number): Promise<void> {
  const { server } = shop;
  const { deps, clock } = server;
  const trader = people[step.who ?? 0] as FundedTrader;
  switch (step.kind) {
    case 'trade': {
      const account = await readAccount(trader);
      const isStopped =
        account.state.status !== 'active' || account.ended_at !== null || account.access?.trading === false;
      if (isStopped) return;
      const at = clock.now().getTime() + 1_000;
      await clock.advance(660_000);
      await play(server, trader.accountId, trade(at, step.ticks ?? 0));
      return;
    }
    case 'clock':
      await clock.advance((step.hours ?? 0) * hourMs);
      await closeTradingDay(deps);
      return;
    case 'request':
      return request(trader, step.share ?? 0);
    case 'staff':
      return takeStep(trader, step.step ?? 'review');
    case 'cancel': {
      const [payout] = await readPayouts(trader);
      if (payout) await attempt(() => closePayout(deps, trader, payout.id, 'rithmic'));
      return;
    }
    case 'order':
      return placeOrder(shop, trader, step.product ?? 0, step.outcome ?? 'paid');
    case 'refund':
      return attempt(() => refundNewest(shop, staff[0], trader, step.items ?? 'package'));
    case 'resend': {
      const owed = await selectOwed(deps.db).where('payout.person_id', '=', trader.personId).executeTakeFirst();
      const { destinationId } = trader;
      if (owed) await attempt(() => resendPayout(deps, trader, { payoutId: owed.id, destinationId }, randomUUID()));
      return;
    }
    case 'reset':
      return attempt(() => resetAccount(deps, trader.accountId, `history-${index}`));
    case 'end':
      return void (await endAccount(deps, trader.accountId, 'inactivity'));
    case 'uphold':
      return upholdDispute(trader);
    case 'bank': {
      const { order_id: orderId } = await readAccount(trader);
      const paymentId = trader.accountId;
      await shop.webhook({ orderId: orderId ?? '' }, step.says ?? 'disputed', { paymentId });
      return;
    }
    default:
      return void (await server.drain());
  }
}

/** Ledger accounts by kind, of one owner. */
async function readLedger(ownerId: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ kind: string; cents: string }>`
    select kind, sum(amount_cents) as cents from ledger_entry join ledger_account a on a.id = account_id
    where owner_id = ${ownerId} group by kind
  `.execute(shop.server.deps.db);
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, Number(cents)]));
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

async function checkLedger(trader: FundedTrader): Promise<void> {
  const { db } = shop.server.deps;
  const { rows } = await sql<{ unbalanced: string; total: string }>`
    select (select count(*) from (select from ledger_entry group by transaction_id having sum(amount_cents) <> 0) as t)
      as unbalanced, (select coalesce(sum(amount_cents), 0) from ledger_entry) as total
  `.execute(db);
  expect([rows[0]?.unbalanced, rows[0]?.total].map(Number)).toEqual([0, 0]);
  const ledger = await readLedger(trader.personId);
  const payouts = await readPayouts(trader);
  const owed = await selectOwed(db).where('payout.person_id', '=', trader.personId).execute();
  const net = (status: string) =>
    sum(payouts.filter((row) => row.status === status).map((row) => row.trader_cents - row.fee_cents));
  expect({
    reserved: ledger['payout-reserved'] ?? 0,
    payable: ledger['trader-payable'] ?? 0,
    inTransit: ledger['payout-in-transit'] ?? 0,
    paid: ledger['payout-paid'] ?? 0,
    owed: ledger['trader-owed'] ?? 0,
  }).toEqual({
    reserved: sum(
      payouts.filter(({ status }) => ['requested', 'in-review'].includes(status)).map((row) => row.amount_cents),
    ),
    payable: net('approved'),
    inTransit: net('sent'),
    paid: net('paid'),
    owed: sum(owed.map((row) => row.trader_cents)),
  });
  for (const [kind, cents] of Object.entries(ledger)) {
    if (!ledgerAccountKinds[kind as keyof typeof ledgerAccountKinds].mayBeNegative)
      expect(cents).toBeGreaterThanOrEqual(0);
  }
}

/** The account holds exactly what its trades and movements since the last reset make of its starting balance. */
async function checkBalance(trader: FundedTrader): Promise<void> {
  const { state } = await readAccount(trader);
  expect(state.balanceCents).toBe(await readBookedCents(shop.server.deps.db, trader.accountId, startCents));
}

/** No day of an account counts for two payouts: each one that counts goes further than the one before. */
async function checkDays(trader: FundedTrader): Promise<void> {
  const counted = (await readPayouts(trader))
    .filter(({ origin_id, status, owed_at }) => origin_id === null && (isLive(status) || owed_at !== null))
    .map(({ closed_through }) => closed_through ?? '')
    .reverse();
  expect(counted).toEqual([...new Set(counted)].sort());
}

const isLive = (status: string) => ['requested', 'in-review', 'approved', 'sent', 'paid'].includes(status);

/** Once nothing is on its way, what left the account is what its payee was paid, is being paid or is owed. */
async function checkMoneyOut(trader: FundedTrader): Promise<void> {
  const { rows } = await sql<{ cents: string }>`
    select coalesce(sum(amount_cents), 0) as cents from simulated_transfer
    where account_id = ${trader.accountId} and request_id in (select id from payout_transfer)
  `.execute(shop.server.deps.db);
  const out = (await readPayouts(trader))
    .filter(({ origin_id, status, owed_at }) => origin_id === null && (isLive(status) || owed_at !== null))
    .map(({ amount_cents }) => amount_cents);
  expect(Number(rows[0]?.cents)).toBe(0 - sum(out));
}

async function playHistory(steps: readonly Action[], number: number): Promise<void> {
  await shop.server.clock.advance(7 * 24 * hourMs - (shop.server.clock.now().getTime() % hourMs));
  const people = [await fundTrader(shop.server), await fundTrader(shop.server), await fundTrader(shop.server)];
  const owedOnce = new Set<string>();
  for (const [index, step] of steps.entries()) {
    await act(people, step, number * 1_000 + index);
    for (const trader of people) {
      await checkLedger(trader);
      await checkBalance(trader);
      await checkDays(trader);
      await checkOrders(shop, trader);
      for (const { id, owed_at } of await readPayouts(trader)) {
        if (owed_at !== null) owedOnce.add(id);
        // Nobody gives up what is owed: these histories reject only for the destination.
        else expect(owedOnce.has(id)).toBe(false);
      }
    }
  }
  await shop.server.drain();
  for (const trader of people) {
    await checkLedger(trader);
    await checkBalance(trader);
    await checkMoneyOut(trader);
    await checkOrders(shop, trader, true);
  }
}

/** Each kind of database plays its own half. */
const seed = Number(process.env.HISTORIES_SEED ?? (inject('databases').kind === 'embedded' ? 31 : 32));

test(
  `in ${histories} histories of three people, no money appears, no day counts twice, and what is owed stays owed`,
  async () => {
    const samples = fc.sample(fc.array(action, { minLength: 15, maxLength: 40 }), { numRuns: histories, seed });
    for (const [number, steps] of samples.entries()) {
      if (number > 0 && number % historiesPerShop === 0) {
        await shop.close();
        await openShop();
      }
      await playHistory(steps as readonly Action[], number).catch((error: Error) => {
        throw new Error(`history ${number}: ${JSON.stringify(steps)}: ${error.message}`, { cause: error });
      });
    }
  },
  24 * hourMs,
);
