import { toCsv } from '#lib/csv.ts';
import { formatDecimal } from '#lib/money/format.ts';
import type { Deps } from '#server/core/deps.ts';
import { listCommissions } from './list-commissions.ts';

const maxRows = 50_000;
const isoTime = (at: number | null) => (at === null ? '' : new Date(at).toISOString());

/**
 * Every commission as CSV, with its click, calculation and the payouts that paid it: base × share = commission; for an
 * available one, commission − taken back = paid out + settled + unpaid − clawback.
 */
export async function writeCommissionsCsv(deps: Deps, personId: string): Promise<string> {
  const commissions = await deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => listCommissions(deps, trx, personId, maxRows));
  return toCsv([
    [
      ...['commission', 'earned_at', 'buyer', 'order', 'package', 'via', 'clicked_at', 'page', 'click_id'],
      ...['sub1', 'sub2', 'sub3', 'sub4', 'sub5', 'price_before_tax', 'share_percent', 'commission_usd'],
      ...['taken_back_usd', 'status', 'available_at'],
      ...['paid_out_usd', 'payouts', 'settled_usd', 'unpaid_usd', 'clawback_usd'],
    ],
    ...commissions.map((row) => [
      ...[row.id, isoTime(row.earnedAt), row.buyer, row.kind, row.packageId, row.via, isoTime(row.clickedAt)],
      ...[row.page ?? '', row.clickId ?? ''],
      ...(['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const).map((name) => row.subs[name] ?? ''),
      ...[
        formatDecimal(row.baseCents),
        String(row.shareBps / 100),
        formatDecimal(row.amountCents),
        formatDecimal(row.revokedCents),
      ],
      ...[row.status, isoTime(row.availableAt)],
      formatDecimal(row.payouts.reduce((sum, { amountCents }) => sum + amountCents, 0)),
      row.payouts.map(({ number, amountCents }) => `${number} ${formatDecimal(amountCents)}`).join('; '),
      ...[formatDecimal(row.settledCents), formatDecimal(row.unpaidCents), formatDecimal(row.clawbackCents)],
    ]),
  ]);
}
