import { sql } from 'kysely';
import type { Trx } from '#server/core/deps.ts';
import { selectOwed } from '#server/payouts/stages/set-owed.ts';
import { openStatuses } from '#shared/payouts/stages.ts';

/** What a person can still get from us by a decision or a transfer, by the code of the refusal that names it. */
const claims = {
  delete_payout: (id: string) => sql`
    select number, requested_at as since from payout where person_id = ${id} and status in (${sql.join(openStatuses)})`,
  delete_owed: (id: string, trx: Trx) =>
    sql`${selectOwed(trx).where('payout.person_id', '=', id).clearSelect().select(['payout.number', 'payout.owed_at'])}`,
  delete_withdrawal: (id: string) => sql`
    select c.reference, c.received_at from contract_cancellation c join orders o on o.id = c.order_id
    where o.person_id = ${id} and o.status <> 'refunded'
      and (exists (select from ticket t where t.id = c.id and t.status <> 'closed')
        or c.outcome = 'pending' and not exists (select from ticket t where t.order_id = o.id and t.closed_at >= c.received_at))
    union all select c.reference, c.received_at from subscription_cancellation c
    join subscription s on s.id = c.subscription_id join ticket t on t.id = c.id
    where s.person_id = ${id} and t.status <> 'closed'`,
  delete_dispute: (id: string) => sql`
    select a.platform_account_id, d.created_at from account_dispute d join trading_account a on a.id = d.account_id
    where d.person_id = ${id} and d.status = 'open'`,
} as const;

export type OpenClaim = { readonly code: keyof typeof claims; readonly number: string };

/**
 * The oldest claim that only its owner can follow up, so that it keeps their profile. Refunds, chargebacks and credits of
 * the ledger aren't among them: they stay with their order and reach its card without a profile.
 */
export async function findOpenClaim(trx: Trx, personId: string): Promise<OpenClaim | undefined> {
  for (const [code, select] of Object.entries(claims)) {
    const { rows } = await sql<{ number: string }>`
      select number from (${select(personId, trx)}) as claim (number, since) order by since limit 1`.execute(trx);
    if (rows[0]) return { code: code as keyof typeof claims, number: rows[0].number };
  }
  return undefined;
}
