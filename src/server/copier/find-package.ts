import type { Db, Deps, Trx } from '#server/core/deps.ts';

export type CopierPackage = { readonly id: string; readonly followers: number };

/** The active package with the most followers, or null. A package whose renewal is unpaid doesn't count. */
export async function findCopierPackage(deps: Deps, db: Db | Trx, personId: string): Promise<CopierPackage | null> {
  const rows = await db
    .selectFrom('subscription')
    .select('package_id')
    .where('person_id', '=', personId)
    .where('kind', '=', 'thor')
    .where('status', '=', 'active')
    .where('period_starts_at', '<=', deps.clock())
    .execute();
  const activeIds = new Set(rows.map((row) => row.package_id));
  const packages = deps.catalog.packages.thor.filter(({ id }) => activeIds.has(id));
  const [largest] = packages.sort((left, right) => right.followers - left.followers);
  return largest ? { id: largest.id, followers: largest.followers } : null;
}
