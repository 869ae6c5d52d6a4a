import { sql } from 'kysely';
import { toCsv } from '#lib/csv.ts';
import { formatDecimal } from '#lib/money/format.ts';
import type { Deps } from '#server/core/deps.ts';

const maxRows = 50_000;

/**
 * Every entry of an affiliate's available balance as CSV, oldest first, with the balance after it: commissions released
 * or revoked, payouts requested or returned. The last balance is the current one.
 */
export async function writeStatementCsv(deps: Deps, personId: string): Promise<string> {
  const { rows } = await sql<{ number: string; at: Date; kind: string; subject: string; cents: string | number }>`
    select t.number, t.at, t.kind, coalesce(p.number, split_part(t.reference, ':', 2)) as subject,
      sum(e.amount_cents) as cents
    from ledger_entry e
      join ledger_account a on a.id = e.account_id
      join ledger_transaction t on t.id = e.transaction_id
      left join payout p on t.reference = 'payout:' || p.id
    where a.kind = 'affiliate-payable' and a.owner_id = ${personId}
    group by t.number, t.at, t.kind, t.reference, p.number order by t.number limit ${maxRows}
  `.execute(deps.db);
  let balanceCents = 0;
  return toCsv([
    ['entry', 'at', 'kind', 'commission_or_payout', 'amount_usd', 'available_usd'],
    ...rows.map(({ number, at, kind, subject, cents }) => {
      balanceCents += Number(cents);
      return [
        String(number),
        at.toISOString(),
        kind,
        subject,
        formatDecimal(Number(cents)),
        formatDecimal(balanceCents),
      ];
    }),
  ]);
}
