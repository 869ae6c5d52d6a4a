import { atMost, listRows } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';

export type CopierPackage = { readonly id: string; readonly followers: number };

/** The active package with the most followers, or null. A package whose renewal is unpaid doesn't count. */
export async function findCopierPackage(deps: Deps, db: Db | Trx, personId: string): Promise<CopierPackage | null> {
  const rows = await listRows(
    db,
    'subscription',
    { person_id: personId, kind: 'thor', status: 'active', period_starts_at: atMost(deps.clock()) },
    ['package_id'],
  );
  const activeIds = new Set(rows.map((row) => row.package_id));
  const packages = deps.catalog.packages.thor.filter(({ id }) => activeIds.has(id));
  const [largest] = packages.sort((left, right) => right.followers - left.followers);
  return largest ? { id: largest.id, followers: largest.followers } : null;
}
