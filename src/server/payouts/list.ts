import { findRow } from '#server/core/database/rows.ts';
import { type Deps, notFound } from '#server/core/deps.ts';
import type { PayoutQuote } from '#shared/payouts/quote-shape.ts';
import { describeAccountPayout, describeAccountPayouts, type Payout } from './describe.ts';
import { isAccountPayout } from './tables.ts';

const pageSize = 50;

/** A person's payouts from funded accounts, newest first. */
export async function listPayouts(
  deps: Deps,
  personId: string,
  { accountId, before }: { readonly accountId?: string | undefined; readonly before?: string | undefined },
): Promise<{ payouts: Payout[]; more: boolean }> {
  const rows = await deps.db
    .selectFrom('payout')
    .selectAll()
    .where('person_id', '=', personId)
    .where('source', '=', 'account')
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .$if(before !== undefined, (query) => query.where('requested_at', '<', new Date(Number(before))))
    .orderBy('requested_at', 'desc')
    .orderBy('number', 'desc')
    .limit(pageSize + 1)
    .execute();
  return {
    payouts: await describeAccountPayouts(deps, deps.db, rows.slice(0, pageSize)),
    more: rows.length > pageSize,
  };
}

/** @throws {ServiceError} 404 for an unknown payout and for another person's */
export async function readPayout(
  deps: Deps,
  personId: string,
  payoutId: string,
): Promise<{ payout: Payout; quote: PayoutQuote }> {
  const row = await findRow(deps.db, 'payout', { id: payoutId, person_id: personId });
  if (!row || !isAccountPayout(row)) throw notFound();
  return { payout: await describeAccountPayout(deps, deps.db, row), quote: row.quote };
}
