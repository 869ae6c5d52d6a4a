import { sql } from 'kysely';
import { getPayoutTerms } from '#content/catalog.ts';
import { findOpenPayout } from '#server/accounts/lifecycle/find-open-payout.ts';
import { rulesOf } from '#server/accounts/rules-of.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { readClosing } from '#server/core/database/closing.ts';
import { findRow, listRows } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { selectReturnedPrices } from '#server/orders/price-returned.ts';
import { applyEvent } from '#shared/accounts/engine.ts';
import type { AccountRules, AccountState, Adjustment } from '#shared/accounts/model.ts';
import { floorAfterPayout } from '#shared/accounts/rules/payout-floor.ts';
import { contractsIn } from '#shared/accounts/view-account.ts';
import { lastClosedDayAt, sessionCloseAt, type TradingDay } from '#shared/exchange/trading-day.ts';
import { daysAfter } from '#shared/payouts/eligibility.ts';
import type { PayoutFacts } from '#shared/payouts/quote-shape.ts';
import { liveStatuses } from '#shared/payouts/stages.ts';
import { isOwnTransfer, transferSourceId } from '#shared/payouts/transfer-source.ts';

type CountedPayout = {
  readonly closedThrough: TradingDay;
  readonly amountCents: number;
  /** What the trader got of it; null until it has arrived. */
  readonly receivedCents: number | null;
};

/**
 * The facts that a quote for an account is based on, as of now. A day counts once its close is booked, not at 16:00: fills
 * of its last seconds may still arrive, and a request in between leaves the day to the next payout. A closing firm pays what
 * its plan says, asks for no winning days, best day or minimum, and charges no fee.
 */
export async function readPayoutFacts(deps: Deps, executor: Db | Trx, account: StoredAccount): Promise<PayoutFacts> {
  const now = deps.clock().getTime();
  const { capsCents, feesCents, ...terms } = getPayoutTerms(deps.catalog, account.rules_version, account);
  const rules = rulesOf(deps.catalog, account);
  const { state } = account;
  const [counted, open, pendingCents, returned, reset, suspension, closing] = await Promise.all([
    listCounted(executor, account.id),
    findOpenPayout(executor, account.id),
    readPendingCents(executor, account.id),
    selectReturnedPrices(executor).where('trading_account.id', '=', account.id).limit(1).executeTakeFirst(),
    findRow(executor, 'account_reset_request', { account_id: account.id }, ['request_id']),
    findRow(executor, 'account_suspension', { account_id: account.id }, ['source']),
    readClosing(executor),
  ]);
  const closedThrough = lastOf(counted);
  const isRelaxed = closing === 'closing';
  return {
    asOf: now,
    terms: {
      winningDays: terms.winningDays,
      winningDayMinimumCents: terms.winningDayMinimumCents,
      bestDayShareBps: terms.bestDayShareBps,
      profitShareBps: terms.profitShareBps,
      bufferCents: terms.bufferCents,
      minimumCents: terms.minimumCents,
      split: terms.split,
      ...(isRelaxed && { winningDays: 0, minimumCents: 1 }),
    },
    feesCents: isRelaxed ? {} : feesCents,
    capsCents: isRelaxed ? [await readClosureCents(executor, account.id)] : capsCents,
    paidCount: counted.length,
    paidCents: counted.reduce((sum, { amountCents }) => sum + amountCents, 0),
    startingBalanceCents: rules.startingBalanceCents,
    balanceCents: state.balanceCents + pendingCents,
    equityCents: state.equityCents + pendingCents,
    // A payout moves the daily floor along and can't reach it.
    floorCents: floorAfterPayout(rules, floorAfterClose(rules, state, now)),
    isFunded: account.phase !== 'evaluation' && account.ended_at === null,
    isBreached: state.breach !== null,
    // An account whose price is being refunded is about to end, and one that is being reset starts over.
    isSuspended: [suspension, returned, reset].some((each) => each !== undefined),
    openContracts: contractsIn(state.positions),
    openPayoutNumber: open?.number ?? null,
    days: daysAfter(state.days, closedThrough)
      .filter(({ closed }) => !(isRelaxed && closed))
      .map(({ day, profitCents, closed }) => ({ day, profitCents, closed })),
  };
}

/** What is left of what a closing firm's plan pays of an account: its profit, and what was on its way and came back. */
async function readClosureCents(executor: Db | Trx, accountId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    with line as (select l.*, c.frozen_at from closure_line l join closure c on c.id = l.closure_id
        where c.frozen_at is not null and l.account_id = ${accountId} and l.voided_at is null),
      own as (select *, exists (select from line where payout_id = payout.id) as is_planned from payout
        where account_id = ${accountId} and origin_id is null)
    select coalesce(sum(cents), 0)::bigint as cents from (
      select amount_cents + kept_cents as cents from line where kind = 'profit'
      union all select amount_cents from own where is_planned
      union all select -amount_cents from own where (status in (${sql.join(liveStatuses)}) or owed_at is not null)
        and (is_planned or requested_at >= (select frozen_at from closure where frozen_at is not null))) as part`.execute(
    executor,
  );
  return Math.max(0, rows[0]?.cents ?? 0);
}

const lastOf = (counted: readonly CountedPayout[]) =>
  counted
    .map((each) => each.closedThrough)
    .sort()
    .at(-1) ?? null;

/** The newest day of an account's payouts; the next one counts the days after it. */
export async function readCountedThrough(executor: Db | Trx, accountId: string): Promise<TradingDay | null> {
  return lastOf(await listCounted(executor, accountId));
}

/** The floor that applies once the day that has ended is closed, which happens before the money leaves the account. */
function floorAfterClose(rules: AccountRules, state: AccountState, now: number): number | null {
  const today = state.days.at(-1);
  if (today === undefined || today.closed || sessionCloseAt(today.day) > now) return state.floorCents;
  return applyEvent(rules, state, { type: 'day-close', at: now, day: today.day }).floorCents;
}

/** Payouts that count: those requested here, and those the platform reported by itself. */
export async function listCounted(executor: Db | Trx, accountId: string): Promise<readonly CountedPayout[]> {
  const [requests, reported] = await Promise.all([
    executor
      .selectFrom('payout')
      .select(['closed_through', 'amount_cents', 'status', 'trader_cents', 'fee_cents'])
      .where('account_id', '=', accountId)
      .where('origin_id', 'is', null)
      // Money that is owed has left the account for good, so it counts like a payout.
      .where((where) => where.or([where('status', 'in', liveStatuses), where('owed_at', 'is not', null)]))
      .execute(),
    listRows(executor, 'account_event', { account_id: accountId, type: 'adjustment' }, ['source_id', 'event']),
  ]);
  const adjustments = reported
    .filter(({ source_id }) => !isOwnTransfer(source_id))
    .map(({ event }) => event)
    .filter((event): event is Adjustment => event.type === 'adjustment')
    .filter(({ cause, amountCents }) => cause === 'payout' && amountCents < 0)
    .map(({ at, amountCents }) => ({
      closedThrough: lastClosedDayAt(at),
      amountCents: -amountCents,
      receivedCents: -amountCents,
    }));
  const requested = requests.flatMap(({ closed_through: closedThrough, amount_cents: amountCents, ...each }) => {
    const receivedCents = each.status === 'paid' ? each.trader_cents - each.fee_cents : null;
    return closedThrough === null ? [] : [{ closedThrough, amountCents, receivedCents }];
  });
  return [...requested, ...adjustments];
}

/** Money that is about to move at the platform and that the balance doesn't show yet. */
async function readPendingCents(executor: Db | Trx, accountId: string): Promise<number> {
  const { sum } = await executor
    .selectFrom('payout_transfer')
    .select((eb) => eb.fn.sum<number | null>('amount_cents').as('sum'))
    .where('account_id', '=', accountId)
    .where('transferred_at', 'is', null)
    .where('voided_at', 'is', null)
    .where((eb) =>
      // The platform may have reported the transfer before it replied to us.
      eb.not(
        eb.exists(
          eb
            .selectFrom('account_event')
            .select('source_id')
            .where('account_event.account_id', '=', accountId)
            .where('source_id', '=', sql<string>`${transferSourceId('')} || payout_transfer.id`),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}
