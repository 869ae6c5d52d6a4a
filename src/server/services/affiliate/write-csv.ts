import { toCsv } from '../../../lib/csv.ts';
import type { Deps } from '../../deps.ts';
import { listCommissions } from './list-commissions.ts';

const maxRows = 50_000;
const dollars = (cents: number) => (cents / 100).toFixed(2);
const moment = (at: number | null) => (at === null ? '' : new Date(at).toISOString());

/**
 * Every commission with the click and the sums it follows from, and the payouts that paid it: base × share = commission,
 * and of an available one commission − taken back = paid out + settled + unpaid − clawback.
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
      ...[row.id, moment(row.earnedAt), row.buyer, row.kind, row.packageId, row.via, moment(row.clickedAt)],
      ...[row.page ?? '', row.clickId ?? ''],
      ...(['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const).map((name) => row.subs[name] ?? ''),
      ...[dollars(row.baseCents), String(row.shareBps / 100), dollars(row.amountCents), dollars(row.revokedCents)],
      ...[row.status, moment(row.availableAt)],
      dollars(row.payouts.reduce((sum, { amountCents }) => sum + amountCents, 0)),
      row.payouts.map(({ number, amountCents }) => `${number} ${dollars(amountCents)}`).join('; '),
      ...[dollars(row.settledCents), dollars(row.unpaidCents), dollars(row.clawbackCents)],
    ]),
  ]);
}
