import { sql } from 'kysely';
import { fromRow } from '#server/core/database/from-row.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { signText } from '#server/core/signature.ts';
import { type AvailableEntry, allocateCommissions, unusedCommission } from '#shared/affiliates/allocate.ts';
import { commission } from '#shared/affiliates/contract.ts';
import { liveStatuses, type PayoutStatus } from '#shared/payouts/stages.ts';

type Row = {
  readonly kind: string;
  readonly reference: string;
  readonly number: string | null;
  readonly status: PayoutStatus | null;
  readonly cents: string | number;
};

const live: ReadonlySet<string> = new Set(liveStatuses);

const pseudonymLength = 6;

/**
 * Commissions with their click, order and the payouts that paid them, newest first, as of the caller's transaction.
 * Buyers appear under a pseudonym that differs for each affiliate.
 */
export async function listCommissions(deps: Deps, trx: Trx, affiliateId: string, limit: number) {
  const findUse = await readCommissionUses(trx, affiliateId);
  const rows = await trx
    .selectFrom('commission')
    .innerJoin('orders', 'orders.id', 'commission.order_id')
    .leftJoin('affiliate_click', 'affiliate_click.id', 'commission.click_id')
    .select(['commission.id', 'commission.via', 'base_cents', 'share_bps', 'amount_cents', 'revoked_cents'])
    .select([
      'commission.status',
      'review_reason',
      'decision_reason',
      'earned_at',
      'available_at',
      'orders.kind',
      'orders.package_id',
    ])
    .select(['orders.email', 'affiliate_click.page', 'affiliate_click.subs', 'affiliate_click.click_id'])
    .select(['affiliate_click.last_at as clicked_at'])
    .where('commission.affiliate_id', '=', affiliateId)
    .orderBy('earned_at', 'desc')
    .orderBy('commission.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...fromRow(commission, row),
    buyer: signText(deps.keys, 'affiliate-buyer', `${affiliateId} ${row.email.toLowerCase()}`)
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .slice(0, pseudonymLength)
      .toUpperCase(),
    subs: row.subs ?? {},
    ...findUse(row.id),
  }));
}

/**
 * Finds the payouts that paid an affiliate's commissions, from the ledger entries of their available balance.
 * @returns a lookup by commission id; canceled, rejected and returned payouts don't count
 */
async function readCommissionUses(trx: Trx, affiliateId: string) {
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
