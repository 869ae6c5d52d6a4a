import { findEvaluation } from '#content/catalog.ts';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { ingestEvents } from '#server/accounts/feed/ingest.ts';
import { endAccount } from '#server/accounts/lifecycle/end.ts';
import { openAccount } from '#server/accounts/lifecycle/open.ts';
import { syncAccess } from '#server/accounts/lifecycle/sync-access.ts';
import { createSimulatedPlatform } from '#server/accounts/ports/platform/simulated.ts';
import { insertOrder } from '#server/accounts/seed.ts';
import { sourcePrefix } from '#server/accounts/simulator/simulate.ts';
import { stopTrader } from '#server/accounts/simulator/simulated-traders.ts';
import { getLockedRow, getRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { getMarket } from '#server/core/market.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { findExit, getQuote } from '#shared/accounts/simulated-trader/find-exit.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import { frontMonthOf } from '#shared/exchange/contract-month.ts';
import type { Side } from '#shared/exchange/instruments.ts';
import { lastClosedDayAt, sessionCloseAt, type TradingDay, tradingDaysBefore } from '#shared/exchange/trading-day.ts';
import { quotePayout } from '#shared/payouts/quote.ts';
import type { PayoutAction, RejectionReason, ReturnReason } from '#shared/payouts/stages.ts';
import { demoDestinationId, seedPayee } from './payees/seed.ts';
import { openPayout } from './request/open.ts';
import { readPayoutFacts } from './request/read-facts.ts';
import { changeStatus } from './stages/change-status.ts';
import { executePayoutTransfers } from './stages/execute-transfers.ts';
import { lockPayout } from './stages/lock-payout.ts';

/** A step in the life of a request, after a delay in hours. Money returns automatically if a payout ends unpaid. */
type Step = {
  readonly afterHours: number;
  /** With `end-account`, the account closes, and what then comes back is owed to its owner. */
  readonly action: PayoutAction | 'end-account';
  readonly reason?: RejectionReason | ReturnReason;
};
type Story = readonly Step[];

const reviewed = { afterHours: 3, action: 'review' } as const;
const approved = { afterHours: 20, action: 'approve' } as const;
const sent = { afterHours: 24, action: 'send' } as const;
const paid: Story = [reviewed, approved, sent, { afterHours: 50, action: 'pay' }];
const returned: Story = [reviewed, approved, sent, { afterHours: 60, action: 'return', reason: 'account-closed' }];
const rejected: Story = [reviewed, { afterHours: 22, action: 'reject', reason: 'destination-not-verified' }];
const owed: Story = [
  ...[reviewed, approved, sent, { afterHours: 40, action: 'end-account' } as const],
  { afterHours: 60, action: 'return', reason: 'account-closed' },
];
const canceled: Story = [{ afterHours: 1, action: 'cancel' }];

type DemoPayouts = {
  readonly orderId: string;
  readonly packageId: string;
  readonly platform: PlatformName;
  /** Number of contracts per trade; one by default. */
  readonly contracts?: number;
  /** One request after every six trading days. */
  readonly stories: readonly Story[];
  /** How many trading days ago the last request was made; 0 is half an hour ago. */
  readonly lastDaysAgo: number;
};

/** A request in every stage, open and settled, and one account that can request the next. */
const demoPayouts: readonly DemoPayouts[] = [
  {
    orderId: 'demo-order-payout-requested',
    packageId: 'merit-150k',
    platform: 'rithmic',
    // Puts its requests above the limit that needs two approvers.
    contracts: 4,
    stories: [paid, rejected, []],
    lastDaysAgo: 0,
  },
  {
    orderId: 'demo-order-payout-review',
    packageId: 'merit-100k',
    platform: 'dxfeed',
    stories: [returned, paid, [reviewed]],
    lastDaysAgo: 1,
  },
  {
    orderId: 'demo-order-payout-approved',
    packageId: 'merit-50k',
    platform: 'rithmic',
    stories: [canceled, paid, [reviewed, approved]],
    lastDaysAgo: 2,
  },
  {
    orderId: 'demo-order-payout-sent',
    packageId: 'merit-25k',
    platform: 'dxfeed',
    stories: [paid, [reviewed, approved, sent]],
    lastDaysAgo: 2,
  },
  { orderId: 'demo-order-payout-next', packageId: 'merit-50k', platform: 'dxfeed', stories: [paid], lastDaysAgo: 8 },
  { orderId: 'demo-order-payout-owed', packageId: 'merit-25k', platform: 'rithmic', stories: [owed], lastDaysAgo: 5 },
];

/** Results of six days in ES ticks of $12.50, reached or slightly passed: five winning days, none above 40 % of the profit. */
const dayTicks = [26, 22, -7, 28, 24, 20];

/** Seeds payouts of the demo's payee through the services themselves, dated relative to now. Keeps existing data. */
export async function seedPayouts(deps: Deps): Promise<void> {
  if (!deps.platform.isSimulated || !(await seedPayee(deps))) return;
  for (const demo of demoPayouts) await seedAccount(deps, demo);
}

async function seedAccount(deps: Deps, demo: DemoPayouts): Promise<void> {
  const now = deps.clock().getTime();
  const days = listDays(now, dayTicks.length * demo.stories.length + demo.lastDaysAgo);
  const [first] = days;
  const evaluation = findEvaluation(deps.catalog, demo.packageId);
  const person = await getRow(deps.db, 'person', 'demo-payee');
  if (!evaluation || first === undefined) throw new Error(`The demo needs ${demo.packageId}, which is not on sale`);
  const openedAt = new Date(sessionCloseAt(first) - 8 * hourMs);
  // Two servers may start the demo together: only the one that stores the order continues.
  const order = await deps.db
    .transaction()
    .execute((trx) => insertOrder(deps, trx, demo, person, evaluation.priceCents, openedAt));
  if (!order) return;
  const { accountId } = await openAccount(depsAt(deps, openedAt.getTime()), { ...order, person_id: person.id });
  const { sequence } = await getRow(deps.db, 'trading_account', accountId, ['sequence']);
  if (sequence > 0) return;
  await deps.db.transaction().execute((trx) => stopTrader(trx, accountId));
  for (const [index, story] of demo.stories.entries()) {
    const traded = days.slice(index * dayTicks.length, (index + 1) * dayTicks.length);
    await ingestEvents(
      deps,
      accountId,
      traded.flatMap((day, number) => makeDay(deps, day, dayTicks[number] ?? 0, demo.contracts)),
    );
    const isLast = index === demo.stories.length - 1;
    const closedAt = sessionCloseAt(traded.at(-1) ?? first);
    const requestedAt = isLast && demo.lastDaysAgo === 0 ? now - 30 * minuteMs : closedAt + 18 * hourMs;
    await playStory(deps, accountId, story, requestedAt, `${demo.orderId}-${index}`);
  }
  const rest = days.slice(dayTicks.length * demo.stories.length);
  if (demo.lastDaysAgo < dayTicks.length) return;
  await ingestEvents(
    deps,
    accountId,
    rest.flatMap((day, number) => makeDay(deps, day, dayTicks[number % dayTicks.length] ?? 0)),
  );
}

/** Requests a round amount and takes each step at its time. */
async function playStory(deps: Deps, accountId: string, story: Story, requestedAt: number, key: string): Promise<void> {
  const atRequest = depsAt(deps, requestedAt);
  const payoutId = await runTransaction(deps, async (trx) => {
    const account = await getLockedRow(trx, 'trading_account', accountId);
    const facts = await readPayoutFacts(atRequest, trx, account);
    const method = 'bank-transfer';
    const { availableCents } = quotePayout(facts, { amountCents: 0, method });
    const quote = quotePayout(facts, { amountCents: Math.floor(availableCents / 5_000) * 5_000, method });
    if (!quote.allowed) throw new Error(`The demo's payout ${key} is not possible: ${JSON.stringify(quote.checks)}`);
    const given = { destinationId: demoDestinationId, quote, idempotencyKey: key, requestHash: '', isSample: true };
    return (await openPayout(atRequest, trx, account, given)).id;
  });
  await settleMoney(depsAt(deps, requestedAt + minuteMs), accountId);
  for (const { afterHours, action, reason } of story) {
    const atStep = depsAt(deps, requestedAt + afterHours * hourMs);
    if (action === 'end-account') {
      await endAccount(atStep, accountId, 'inactivity');
      continue;
    }
    await runTransaction(deps, async (trx) => {
      const change = {
        actor: action === 'cancel' ? 'person:demo-payee' : 'system',
        ...(reason === undefined ? {} : { reason, note: 'Sample of the demo.' }),
        ...(action === 'send' ? { reference: `SAMPLE-${key.slice(-8).toUpperCase()}` } : {}),
      };
      await changeStatus(atStep, trx, await lockPayout(trx, payoutId), action, change);
    });
    await settleMoney(atStep, accountId);
  }
}

async function settleMoney(deps: Deps, accountId: string): Promise<void> {
  await executePayoutTransfers(deps, accountId);
  await syncAccess(deps, accountId);
}

/** Returns dependencies as of a given time, including the platform's. */
function depsAt(deps: Deps, atMs: number): Deps {
  const clock = () => new Date(atMs);
  return { ...deps, clock, platform: createSimulatedPlatform({ ...deps, clock }) };
}

/** Trading days that closed at least an hour ago, oldest first. */
function listDays(now: number, count: number): TradingDay[] {
  const last = lastClosedDayAt(now - hourMs);
  return [...tradingDaysBefore(last, count - 1), last];
}

/** A day on which contracts of ES are opened four hours before the close and closed where the market first gives the result. */
function makeDay(
  deps: Deps,
  day: TradingDay,
  ticks: number,
  quantity = 1,
): { sourceId: string; event: AccountEvent }[] {
  const market = getMarket(deps);
  const at = sessionCloseAt(day) - 4 * hourMs;
  const contract = { instrument: 'ES', month: frontMonthOf('ES', at) } as const;
  const { side, exitAt } = findExit(market, { contract, at, from: at + minuteMs, until: at + 3 * hourMs, ticks });
  const fill = (each: Side, fillAt: number): AccountEvent => ({
    ...{ type: 'fill', ...contract, quantity, feeCents: 0, at: fillAt, side: each },
    priceTicks: getQuote(market, contract, fillAt)[each === 'buy' ? 'askTicks' : 'bidTicks'],
  });
  return [
    { sourceId: `${sourcePrefix}${day}-1`, event: fill(side, at) },
    { sourceId: `${sourcePrefix}${day}-2`, event: fill(side === 'buy' ? 'sell' : 'buy', exitAt) },
    { sourceId: `close-${day}`, event: { type: 'day-close', at: sessionCloseAt(day), day } },
  ];
}
