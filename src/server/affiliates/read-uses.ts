import { sql } from 'kysely';
import type { Trx } from '#server/core/deps.ts';
import { type AvailableEntry, allocateCommissions, unusedCommission } from '#shared/affiliates/allocate.ts';
import { liveStatuses, type PayoutStatus } from '#shared/payouts/stages.ts';

type Row = {
  readonly kind: string;
  readonly reference: string;
  readonly number: string | null;
  readonly status: PayoutStatus | null;
  readonly cents: string | number;
};

const live: ReadonlySet<string> = new Set(liveStatuses);

/**
 * Finds the payouts that paid an affiliate's commissions, from the ledger entries of their available balance.
 * @returns a lookup by commission id; canceled, rejected and returned payouts don't count
 */
export async function readCommissionUses(trx: Trx, affiliateId: string) {
  const { rows } = await sql<Row>`
    select t.kind, t.reference, p.number, p.status, sum(e.amount_cents) as cents
    from ledger_entry e
      join ledger_account a on a.id = e.account_id
      join ledger_transaction t on t.id = e.transaction_id
      left join payout p on t.reference = 'payout:' || p.id
    where a.kind = 'affiliate-payable' and a.owner_id = ${affiliateId}
    group by t.number, t.kind, t.reference, p.number, p.status order by t.number
  `.execute(trx);
  const uses = allocateCommissions(rows.flatMap(toEntry));
  const statuses = new Map(rows.flatMap(({ number, status }) => (number && status ? [[number, status] as const] : [])));
  return (commissionId: string) => {
    const { payouts, ...sums } = uses.get(commissionId) ?? unusedCommission;
    return {
      ...sums,
      payouts: payouts.map(({ payoutId: number, amountCents }) => {
        return { number, isPaid: statuses.get(number) === 'paid', amountCents };
      }),
    };
  };
}

function toEntry({ kind, reference, number, status, cents }: Row): AvailableEntry[] {
  const amountCents = Math.abs(Number(cents));
  const commissionId = reference.slice(reference.indexOf(':') + 1);
  if (kind === 'commission-released') return [{ type: 'released', commissionId, amountCents }];
  if (kind === 'commission-revoked') return [{ type: 'taken-back', commissionId, amountCents }];
  const isPayout = kind === 'payout-requested' && number !== null && status !== null && live.has(status);
  return isPayout ? [{ type: 'payout', payoutId: number, amountCents }] : [];
}
