import { sql } from 'kysely';
import type { Trx } from '#server/core/deps.ts';
import { claims } from '#server/support/claims.ts';
import type { ClaimKind } from '#shared/support/claims.ts';

/** What only its owner can follow up, by the code of the refusal that names it. */
const codes = {
  'payout-request': 'delete_payout',
  'owed-payout': 'delete_owed',
  'right-to-withdraw': 'delete_withdrawal',
  cancellation: 'delete_withdrawal',
  'breach-dispute': 'delete_dispute',
} as const satisfies Partial<Record<ClaimKind, string>>;

type Code = (typeof codes)[keyof typeof codes];

export type OpenClaim = { readonly code: Code; readonly number: string };

/**
 * The oldest claim that keeps a profile: one that waits for a decision or for its owner, and a payout on its way. What a
 * refund or a chargeback pays reaches its card without a profile.
 */
export async function findOpenClaim(trx: Trx, personId: string): Promise<OpenClaim | undefined> {
  const { rows } = await sql<{ kind: keyof typeof codes; number: string }>`
    select c.kind, c.number from ${claims} c
    where c.person_id = ${personId} and c.kind in (${sql.join(Object.keys(codes))})
      and (c.kind = 'payout-request' or c.status in ('to-decide', 'to-claim')
        or c.kind = 'right-to-withdraw' and c.status = 'to-confirm')
    order by c.at limit 1`.execute(trx);
  return rows[0] && { code: codes[rows[0].kind], number: rows[0].number };
}
