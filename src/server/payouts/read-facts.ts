import { sql } from 'kysely';
import { getPayoutTerms } from '#content/catalog.ts';
import { rulesOf } from '#server/accounts/rules-of.ts';
import type { StoredAccount } from '#server/core/database/schema.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { advancePeriod } from '#shared/accounts/engine.ts';
import type { Adjustment } from '#shared/accounts/events.ts';
import { contractsIn } from '#shared/accounts/view-account.ts';
import { daysAfterPayout } from '#shared/payouts/eligibility.ts';
import type { PayoutFacts } from '#shared/payouts/quote.ts';
import { liveStatuses, openStatuses } from '#shared/payouts/stages.ts';
import { isOwnTransfer, transferSourceId } from '#shared/payouts/transfer-source.ts';

type CountedPayout = { readonly at: number; readonly amountCents: number };

/** The facts that a quote for an account is based on, as of now. */
export async function readPayoutFacts(deps: Deps, executor: Db | Trx, account: StoredAccount): Promise<PayoutFacts> {
  const now = deps.clock().getTime();
  const { capsCents, feesCents, ...terms } = getPayoutTerms(deps.catalog, account.rules_version, account.programme);
  const rules = rulesOf(deps.catalog, account);
  const state = advancePeriod(rules, account.state, now);
  const [counted, open, pendingCents, suspension] = await Promise.all([
    listCounted(executor, account.id),
    findOpen(executor, account.id),
    readPendingCents(executor, account.id),
    executor
      .selectFrom('account_suspension')
      .select('source')
      .where('account_id', '=', account.id)
      .limit(1)
      .executeTakeFirst(),
  ]);
  const lastAt = counted.at(-1)?.at;
  const days = lastAt === undefined ? state.days : daysAfterPayout(state.days, lastAt);
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
    },
    feesCents,
    capsCents: capsCents[account.size],
    paidCount: counted.length,
    paidCents: counted.reduce((sum, { amountCents }) => sum + amountCents, 0),
    startingBalanceCents: rules.startingBalanceCents,
    balanceCents: state.balanceCents + pendingCents,
    equityCents: state.equityCents + pendingCents,
    // A payout moves the daily floor along and can't reach it.
    floorCents: state.floorCents,
    isFunded: account.phase !== 'evaluation' && account.ended_at === null,
    isBreached: state.breach !== null,
    isSuspended: suspension !== undefined,
    openContracts: contractsIn(state.positions),
    openPayoutNumber: open?.number ?? null,
    days: days.map(({ day, profitCents, closed }) => ({ day, profitCents, closed })),
  };
}

/** Payouts that count, oldest first: those requested here, and those the platform reported by itself. */
async function listCounted(executor: Db | Trx, accountId: string): Promise<readonly CountedPayout[]> {
  const [requests, reported] = await Promise.all([
    executor
      .selectFrom('payout')
      .select(['requested_at', 'amount_cents'])
      .where('account_id', '=', accountId)
      .where('status', 'in', liveStatuses)
      .execute(),
    executor
      .selectFrom('account_event')
      .select(['source_id', 'event'])
      .where('account_id', '=', accountId)
      .where('type', '=', 'adjustment')
      .execute(),
  ]);
  const adjustments = reported
    .filter(({ source_id }) => !isOwnTransfer(source_id))
    .map(({ event }) => event)
    .filter((event): event is Adjustment => event.type === 'adjustment')
    .filter(({ cause, amountCents }) => cause === 'payout' && amountCents < 0)
    .map(({ at, amountCents }) => ({ at, amountCents: -amountCents }));
  const requested = requests.map((row) => ({ at: row.requested_at.getTime(), amountCents: row.amount_cents }));
  return [...requested, ...adjustments].sort((left, right) => left.at - right.at);
}

function findOpen(executor: Db | Trx, accountId: string) {
  return executor
    .selectFrom('payout')
    .select('number')
    .where('account_id', '=', accountId)
    .where('status', 'in', openStatuses)
    .executeTakeFirst();
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
