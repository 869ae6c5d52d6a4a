import { getPayoutVersion } from '#content/catalog.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { insertRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx, writeAudit } from '#server/core/deps.ts';
import { nextSeriesNumber } from '#server/core/numbers/next.ts';
import { bankDeadline } from '#shared/exchange/bank-days.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import type { PayoutMethod } from '#shared/payouts/payees/destination.ts';
import { dueAtOf, postStatus } from '../stages/change-status.ts';
import { notifyPayee } from '../stages/notify-payee.ts';
import type { StoredPayout } from '../tables.ts';

type NewPayout = {
  readonly personId: string;
  readonly destinationId: string;
  readonly method: PayoutMethod;
  readonly amountCents: number;
  readonly traderCents: number;
  readonly firmCents: number;
  readonly creditCents?: number;
  readonly feeCents: number;
  readonly idempotencyKey: string;
  readonly requestHash: string;
  readonly isSample?: boolean;
  /** The payout whose money it sends again. */
  readonly originId?: string;
  /** Null for commissions. */
  readonly ofAccount: {
    readonly account_id: string;
    readonly full_share_cents: number;
    readonly cap_cents: number;
    readonly cap_number: number;
    readonly closed_through: TradingDay;
    readonly counted_after: TradingDay | null;
    readonly quote: string;
  } | null;
};

/** Stores a requested payout in the caller's transaction and reserves its money in the ledger. */
export async function storePayout(
  deps: Deps,
  trx: Trx,
  account: StoredAccount | null,
  payout: NewPayout,
): Promise<StoredPayout> {
  const { personId, destinationId } = payout;
  const at = deps.clock();
  const rulesVersion = account?.rules_version;
  const decisionDueAt = decisionDueAtOf(deps, at, rulesVersion);
  const dueAt = dueAtOf(deps, 'requested', at, { decisionDueAt, rulesVersion });
  const actor = `person:${personId}`;
  const stored = await trx
    .insertInto('payout')
    .values({
      id: newId(),
      number: await nextSeriesNumber(trx, `P${at.getUTCFullYear()}`),
      ...(payout.ofAccount === null
        ? { source: 'affiliate' as const }
        : { source: 'account' as const, ...payout.ofAccount }),
      origin_id: payout.originId ?? null,
      person_id: personId,
      destination_id: destinationId,
      method: payout.method,
      amount_cents: payout.amountCents,
      trader_cents: payout.traderCents,
      firm_cents: payout.firmCents,
      credit_cents: payout.creditCents ?? 0,
      fee_cents: payout.feeCents,
      idempotency_key: payout.idempotencyKey,
      request_hash: payout.requestHash,
      requested_at: at,
      decision_due_at: decisionDueAt,
      due_at: dueAt,
      is_sample: payout.isSample ?? false,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertRow(trx, 'payout_stage', { payout_id: stored.id, status: 'requested', at, due_at: dueAt, actor });
  await postStatus(deps, trx, stored, { to: 'requested' });
  await writeAudit(deps, trx, actor, 'payout-requested', ['payout', stored.id], {
    source: stored.source,
    accountId: stored.account_id,
    amountCents: stored.amount_cents,
    destinationId,
  });
  await notifyPayee(deps, trx, stored, account);
  return stored;
}

/**
 * When a request made at this time must be approved or rejected.
 * @param rulesVersion the account's; undefined for commissions, which have the terms on sale
 */
export function decisionDueAtOf(deps: Deps, at: Date, rulesVersion: string | undefined): Date {
  const { reviewBusinessDays } = getPayoutVersion(deps.catalog, rulesVersion);
  return new Date(bankDeadline(at.getTime(), reviewBusinessDays));
}
