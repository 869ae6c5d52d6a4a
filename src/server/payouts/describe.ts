import type { output } from 'zod/mini';
import { fromRow } from '#server/core/database/from-row.ts';
import { listRows } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import {
  affiliatePayout as affiliatePayoutShape,
  type anyPayout as anyPayoutShape,
  payout as payoutShape,
} from '#shared/payouts/contract-shapes.ts';
import {
  isClosable,
  liveStatuses,
  type PayoutStatus,
  payoutStatuses,
  rejectionReasons,
  returnReasons,
} from '#shared/payouts/stages.ts';
import { isAccountPayout, type StoredAccountPayout, type StoredPayout } from './tables.ts';

export type Payout = output<typeof payoutShape>;
export type AffiliatePayout = output<typeof affiliatePayoutShape>;
export type AnyPayout = output<typeof anyPayoutShape>;

const reasons: ReadonlySet<string> = new Set([...rejectionReasons, ...returnReasons]);
const isReason = (text: string | null): text is NonNullable<Payout['reason']> => text !== null && reasons.has(text);

/** Orders stages that a payout passed at the same moment. */
const rankOf = (status: PayoutStatus) => payoutStatuses.indexOf(status);

type Transfer = { readonly payout_id: string; readonly amount_cents: number; readonly transferred_at: Date | null };

/** Payouts in the contract's shape and the order given, with a fixed number of queries. */
export async function describePayouts(
  deps: Deps,
  executor: Db | Trx,
  payouts: readonly StoredPayout[],
): Promise<AnyPayout[]> {
  if (payouts.length === 0) return [];
  const ids = payouts.map(({ id }) => id);
  const originIds = payouts.map(originOf);
  const [accounts, stages, transfers, resent, destinations] = await Promise.all([
    findAccounts(executor, payouts.filter(isAccountPayout)),
    executor.selectFrom('payout_stage').selectAll().where('payout_id', 'in', ids).execute(),
    executor
      .selectFrom('payout_transfer')
      .select(['payout_id', 'amount_cents', 'transferred_at'])
      .where('payout_id', 'in', originIds)
      .where('voided_at', 'is', null)
      .orderBy('number')
      .execute(),
    listRows(executor, 'payout', { origin_id: ids, status: liveStatuses }, ['origin_id']),
    executor
      .selectFrom('payout_destination')
      .select(['id', 'masked'])
      .where('id', 'in', [...new Set(payouts.map(({ destination_id }) => destination_id))])
      .execute(),
  ]);
  const masked = new Map(destinations.map((destination) => [destination.id, destination.masked]));
  const resentIds = new Set(resent.map(({ origin_id: id }) => id));
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const now = deps.clock();
  return payouts.map((row) => {
    const fields = {
      ...fromRow(affiliatePayoutShape, row),
      destination: masked.get(row.destination_id) ?? '',
      netCents: row.trader_cents - row.fee_cents,
      isLate: row.due_at !== null && row.due_at <= now,
      closable: isClosable(row.status),
      reason: isReason(row.reason) ? row.reason : null,
      stages: stages
        .filter(({ payout_id }) => payout_id === row.id)
        .sort((a, b) => a.at.getTime() - b.at.getTime() || rankOf(a.status) - rankOf(b.status))
        .map(({ status, at, due_at }) => ({ status, at: at.getTime(), dueAt: due_at?.getTime() ?? null })),
    };
    if (!isAccountPayout(row)) return { ...fields, source: 'affiliate' };
    const account = byId.get(row.account_id);
    if (!account) throw new Error(`The payout ${row.id} has no account`);
    return {
      ...fromRow(payoutShape, { ...account, ...row }),
      ...fields,
      source: 'account',
      promise: row.promised_by && {
        by: row.promised_by.getTime(),
        creditCents: deps.catalog.payoutsByRule.creditCents,
      },
      money:
        row.owed_at === null
          ? describeMoney(transfers.filter(({ payout_id }) => payout_id === originOf(row)))
          : resentIds.has(row.id)
            ? 'resent'
            : 'owed',
    };
  });
}

/** The payout whose transfers took the money out of the account. */
function originOf({ id, origin_id: originId }: StoredPayout): string {
  return originId ?? id;
}

async function findAccounts(executor: Db | Trx, payouts: readonly StoredAccountPayout[]) {
  if (payouts.length === 0) return [];
  return executor
    .selectFrom('trading_account')
    .select(['id', 'platform', 'platform_account_id', 'program', 'size'])
    .where('id', 'in', [...new Set(payouts.map(({ account_id }) => account_id))])
    .execute();
}

export async function describePayout(deps: Deps, executor: Db | Trx, payout: StoredPayout): Promise<AnyPayout> {
  const [described] = await describePayouts(deps, executor, [payout]);
  if (!described) throw new Error(`The payout ${payout.id} could not be described`);
  return described;
}

const isFromAccount = (payout: AnyPayout): payout is Payout => payout.source === 'account';

/** Account payouts only. */
export async function describeAccountPayouts(
  deps: Deps,
  executor: Db | Trx,
  payouts: readonly StoredPayout[],
): Promise<Payout[]> {
  return (await describePayouts(deps, executor, payouts)).filter(isFromAccount);
}

export async function describeAccountPayout(deps: Deps, executor: Db | Trx, payout: StoredPayout): Promise<Payout> {
  const described = await describePayout(deps, executor, payout);
  if (!isFromAccount(described)) throw new Error(`The payout ${payout.id} belongs to no account`);
  return described;
}

export async function describeAffiliatePayout(
  deps: Deps,
  executor: Db | Trx,
  payout: StoredPayout,
): Promise<AffiliatePayout> {
  const described = await describePayout(deps, executor, payout);
  if (described.source !== 'affiliate') throw new Error(`The payout ${payout.id} is of no affiliate`);
  return described;
}

function describeMoney(transfers: readonly Transfer[]): Payout['money'] {
  const last = transfers.at(-1);
  if (!last) return 'returned';
  if (last.amount_cents < 0) return last.transferred_at === null ? 'deducting' : 'deducted';
  return last.transferred_at === null ? 'returning' : 'returned';
}
