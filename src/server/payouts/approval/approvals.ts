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
  const money = [payout.id, amount_cents, trader_cents, fee_cents, method];
  return sha256(JSON.stringify([...money, id, kind, masked, payee_name, added_by]));
}

const approverRoles = typeof approvePayout.access === 'object' ? approvePayout.access.roles : [];

export type Approval = { readonly approverId: string; readonly email: string; readonly at: number };

/**
 * Approvals of each payout as it is now, by payout id. A payout whose destination was removed has none, and an approval
 * counts only while its giver still has the role.
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
      const valid = (byPayout.get(payout.id) ?? []).filter((row) => row.fingerprint === fingerprint);
      return [
        payout.id,
        valid.map(({ approver_id, email, at }) => ({ approverId: approver_id, email, at: at.getTime() })),
      ];
    }),
  );
}
