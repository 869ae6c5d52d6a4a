import type { Deps } from '#server/core/deps.ts';
import type { NamedSubject } from '#shared/support/contract-shapes.ts';

const maxPerKind = 30;

/** What a person's ticket can be about, newest first of each kind. */
export async function listSubjects({ db }: Deps, personId: string): Promise<NamedSubject[]> {
  const [accounts, payouts, orders] = await Promise.all([
    db
      .selectFrom('trading_account')
      .select(['id', 'platform_account_id as name'])
      .where('person_id', '=', personId)
      .orderBy('opened_at', 'desc')
      .orderBy('id')
      .limit(maxPerKind)
      .execute(),
    db
      .selectFrom('payout')
      .select(['id', 'number as name'])
      .where('person_id', '=', personId)
      .orderBy('requested_at', 'desc')
      .orderBy('number', 'desc')
      .limit(maxPerKind)
      .execute(),
    db
      .selectFrom('orders')
      .select(['id', 'number as name'])
      .where('person_id', '=', personId)
      .where('status', '<>', 'draft')
      .orderBy('created_at', 'desc')
      .orderBy('number', 'desc')
      .limit(maxPerKind)
      .execute(),
  ]);
  return [
    ...accounts.map((row) => ({ kind: 'account' as const, ...row })),
    ...payouts.map((row) => ({ kind: 'payout' as const, ...row })),
    ...orders.map((row) => ({ kind: 'order' as const, ...row })),
  ];
}
