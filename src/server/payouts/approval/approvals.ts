import { sql } from 'kysely';
import type { Db, Trx } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import type { Role } from '#shared/core/access.ts';
import { approvePayout } from '#shared/payouts/contract-office.ts';
import type { StoredPayout } from '../tables.ts';

/** What decides where a payout's money goes. */
type PayoutRecipient = {
  readonly id: string;
  readonly kind: string;
  readonly masked: string;
  readonly payee_name: string;
  readonly added_by: string;
};

/** What an approval covers: any change to it voids earlier approvals. */
export function fingerprintOf(
  payout: StoredPayout,
  { id, kind, masked, payee_name, added_by }: PayoutRecipient,
): string {
  const { amount_cents, trader_cents, fee_cents, method } = payout;
  // A credit of ours needs no approval.
  const money = [payout.id, amount_cents, trader_cents - payout.credit_cents, fee_cents, method];
  return sha256(JSON.stringify([...money, id, kind, masked, payee_name, added_by]));
}

/** Undefined for a removed destination: nobody can pay to it, so the payout is rejected or closed. */
export function findRecipient(trx: Trx, payout: StoredPayout) {
  return trx
    .selectFrom('payout_destination')
    .select(['id', 'kind', 'masked', 'payee_name', 'added_by'])
    .where('id', '=', payout.destination_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

const approverRoles = typeof approvePayout.access === 'object' ? approvePayout.access.roles : [];

/** Stands for a person where the rule approved. */
export const rule = 'rule';

export type Approval = { readonly approverId: string; readonly email: string; readonly at: number };

/**
 * Approvals of each payout as it is now, by payout id; the rule's counts like a person's. A payout whose destination was
 * removed has none, and an approval counts only while its giver still has the role.
 */
export async function listValidApprovals(
  executor: Db | Trx,
  payouts: readonly StoredPayout[],
): Promise<ReadonlyMap<string, readonly Approval[]>> {
  if (payouts.length === 0) return new Map();
  const [approvals, destinations] = await Promise.all([
    executor
      .selectFrom('payout_approval')
      .innerJoin('person', 'person.id', 'payout_approval.approver_id')
      .selectAll('payout_approval')
      .select('person.email')
      .where('person.roles', '&&', sql<Role[]>`${[...approverRoles]}::text[]`)
      .where(
        'payout_id',
        'in',
        payouts.map(({ id }) => id),
      )
      .orderBy('payout_approval.at')
      .execute(),
    executor
      .selectFrom('payout_destination')
      .select(['id', 'kind', 'masked', 'payee_name', 'added_by'])
      .where('id', 'in', [...new Set(payouts.map(({ destination_id }) => destination_id))])
      .where('removed_at', 'is', null)
      .execute(),
  ]);
  const byId = new Map(destinations.map((destination) => [destination.id, destination]));
  const byPayout = Map.groupBy(approvals, ({ payout_id }) => payout_id);
  return new Map(
    payouts.map((payout) => {
      const destination = byId.get(payout.destination_id);
      const fingerprint = destination && fingerprintOf(payout, destination);
      const { ruled_at: at, ruled_fingerprint } = payout;
      const ruled = at === null ? [] : [{ approver_id: rule, email: '', at, fingerprint: ruled_fingerprint }];
      const valid = [...ruled, ...(byPayout.get(payout.id) ?? [])].filter((row) => row.fingerprint === fingerprint);
      return [
        payout.id,
        valid.map(({ approver_id, email, at }) => ({ approverId: approver_id, email, at: at.getTime() })),
      ];
    }),
  );
}
