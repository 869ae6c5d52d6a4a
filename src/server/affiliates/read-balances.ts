import { sql } from 'kysely';
import type { Db, Trx } from '#server/core/deps.ts';
import type { affiliateData } from '#shared/affiliates/contract.ts';
import type { DataOf } from '#shared/core/call.ts';
import { listHeldCents } from './contested-sales.ts';

export type AffiliateBalances = NonNullable<DataOf<typeof affiliateData>['affiliate']>['balances'];

/** An affiliate's money by ledger account, in cents. */
export async function readAffiliateBalances(executor: Db | Trx, personId: string): Promise<AffiliateBalances> {
  const { rows } = await sql<{ kind: string; cents: string | number }>`
    select a.kind, sum(e.amount_cents) as cents from ledger_entry e join ledger_account a on a.id = e.account_id
    where a.owner_id = ${personId} and a.kind like 'affiliate-%' group by a.kind
  `.execute(executor);
  const balanceOf = (kind: string) => Number(rows.find((row) => row.kind === kind)?.cents ?? 0);
  return {
    pendingCents: balanceOf('affiliate-pending'),
    availableCents: balanceOf('affiliate-payable'),
    heldCents: (await listHeldCents(executor, [personId])).get(personId) ?? 0,
    requestedCents: balanceOf('affiliate-reserved'),
    paidCents: balanceOf('affiliate-paid'),
  };
}
