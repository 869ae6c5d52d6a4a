import { sql } from 'kysely';
import type { OrderKind } from '../../../domain/order/types.ts';
import type { OrderDetails } from '../../db/order-tables.ts';
import type { Deps } from '../../deps.ts';
import { getTranslate } from '../../translations.ts';
import { findNameOfPackage, programmeName } from '../order/name.ts';
import { getProduct } from '../products/registry.ts';

/** What names an order: the columns `namedColumns` reads. */
export type NamedOrder = {
  readonly kind: OrderKind;
  readonly packageId: string;
  /** As of its placement, in the buyer's language. */
  readonly name: string;
  readonly locale: string;
  readonly details: OrderDetails;
  /** The account it acts on; null without one. */
  readonly target: { readonly programme: string; readonly size: string; readonly number: string } | null;
};

/** A `NamedOrder` of the order `o`, whose target is the account `a`. */
export const namedColumns = sql`jsonb_build_object('kind', o.kind, 'packageId', o.package_id, 'name', o.name,
  'locale', o.locale, 'details', o.details, 'target', case when o.account_id is not null then
    jsonb_build_object('programme', a.programme, 'size', a.size, 'number', a.platform_account_id) end)`;

/** The order's name in a reader's language; as the buyer read it, once the catalogue would name it otherwise. */
export function nameInLocale(deps: Deps, order: NamedOrder, locale: string): string {
  const { name, packageId, locale: own } = order;
  if (name !== '' && nameToday(deps, order, own) !== name) return name;
  return nameToday(deps, order, locale) ?? packageId;
}

function nameToday(deps: Deps, { kind, packageId, details, target }: NamedOrder, locale: string): string | undefined {
  const packageName = findNameOfPackage(deps, packageId, locale);
  if (packageName === undefined) return undefined;
  return getProduct(kind).name({
    catalog: deps.catalog,
    t: getTranslate('payment', locale),
    packageName,
    account: target ? `${programmeName(target)} (${target.number})` : '',
    details,
  });
}
