import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import { atLeast, listRows, upsertRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { ProviderPayout } from '../ports/payments/payouts.ts';

/** How far back the provider is asked: a payout can still fail days after it was reported as paid. */
const sinceMs = 30 * dayMs;
const insertedAtOnce = 1_000;

/**
 * Stores the provider's latest payouts and what they consist of, as it reports them now. What hasn't changed since is
 * not read again.
 */
export async function readProviderPayouts(deps: Deps): Promise<void> {
  const { db, payments, clock } = deps;
  if (!payments.isOpen) return;
  const since = new Date(clock().getTime() - sinceMs);
  const stored = await listRows(db, 'provider_payout', { created_at: atLeast(since) }, ['id', 'status']);
  const statusById = new Map(stored.map(({ id, status }) => [id, status]));
  for (const payout of await payments.listPayouts(since)) {
    if (statusById.get(payout.id) !== payout.status) await storePayout(deps, payout);
  }
}

async function storePayout({ db, payments }: Deps, payout: ProviderPayout): Promise<void> {
  const { id, status, amountCents, currency, createdAt, arrivesAt } = payout;
  const transactions = await payments.listTransactions(id);
  const rows = transactions.map((each) => ({
    ...{ id: each.id, payout_id: id, kind: each.kind, amount_cents: each.amountCents, fee_cents: each.feeCents },
    ...{ order_id: each.orderId, record_id: each.recordId, at: new Date(each.at) },
  }));
  await db.transaction().execute(async (trx) => {
    await upsertRow(
      trx,
      'provider_payout',
      {
        ...{ id, provider: payments.name, status, amount_cents: amountCents, currency },
        ...{ created_at: new Date(createdAt), arrives_at: new Date(arrivesAt) },
      },
      'id',
      { status, amount_cents: amountCents, arrives_at: new Date(arrivesAt) },
    );
    for (let from = 0; from < rows.length; from += insertedAtOnce) {
      await upsertRow(trx, 'provider_transaction', rows.slice(from, from + insertedAtOnce), 'id', {
        payout_id: sql.ref<string>('excluded.payout_id'),
      });
    }
  });
}
