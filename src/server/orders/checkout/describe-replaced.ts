import type { Deps } from '#server/core/deps.ts';
import type { Purchase } from '../product.ts';
import { namedOrder, nameInLocale } from '../products/name-in-locale.ts';

export async function describeReplaced(
  deps: Deps,
  replaces: Purchase['replaces'],
  locale: string,
): Promise<{ name: string; endsAt: number }[]> {
  if (replaces.length === 0) return [];
  const ids = replaces.map(({ id }) => id);
  const rows = await deps.db
    .selectFrom('subscription')
    .select(['id', namedOrder('subscription.order_id').as('order')])
    .where('id', 'in', ids)
    .execute();
  return replaces.flatMap(({ id, endsAt }) => {
    const row = rows.find((each) => each.id === id);
    return row ? [{ name: nameInLocale(deps, row.order, locale), endsAt: endsAt.getTime() }] : [];
  });
}
