import { sql } from 'kysely';
import { nameAccount } from '#server/accounts/name.ts';
import type { Deps } from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import type { OrderKind } from '#shared/orders/types.ts';
import { findPackageName } from '../name.ts';
import type { OrderDetails } from '../tables.ts';
import { getProduct } from './registry.ts';

/** What an order's name is made of, as read by `namedColumns`. */
export type NamedOrder = {
  readonly kind: OrderKind;
  readonly packageId: string;
  /** The name at the time of the order, in the buyer's language. */
  readonly name: string;
  readonly locale: string;
  readonly details: OrderDetails;
  /** The account the order acts on; null if there is none. */
  readonly target: { readonly program: string; readonly size: string; readonly number: string } | null;
};

/** Selects a `NamedOrder` from the order `o` and its target account `a`. */
export const namedColumns = sql`jsonb_build_object('kind', o.kind, 'packageId', o.package_id, 'name', o.name,
  'locale', o.locale, 'details', o.details, 'target', case when o.account_id is not null then
    jsonb_build_object('program', a.program, 'size', a.size, 'number', a.platform_account_id) end)`;

/** Selects the `NamedOrder` of a row that refers to its order, such as `subscription.order_id`. */
export function namedOrder(reference: string) {
  return sql<NamedOrder>`(select ${namedColumns} from orders o left join trading_account a on a.id = o.account_id
    where o.id = ${sql.ref(reference)})`;
}

/** The order's name in the reader's language, or as the buyer saw it if the catalog has changed its name since. */
export function nameInLocale(deps: Deps, order: NamedOrder, locale: string): string {
  const { name, packageId, locale: buyerLocale } = order;
  if (name !== '' && findCurrentName(deps, order, buyerLocale) !== name) return name;
  return findCurrentName(deps, order, locale) ?? packageId;
}

function findCurrentName(
  deps: Deps,
  { kind, packageId, details, target }: NamedOrder,
  locale: string,
): string | undefined {
  const packageName = findPackageName(deps, packageId, locale);
  if (packageName === undefined) return undefined;
  return getProduct(kind).name({
    catalog: deps.catalog,
    locale,
    t: getTranslate('payment', locale),
    packageName,
    account: target ? `${nameAccount(target)} (${target.number})` : '',
    details,
  });
}
