import { findEvaluation } from '#content/catalog.ts';
import { nameAccount } from '#server/accounts/name.ts';
import type { Deps } from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';

/** The name of a package. @throws if the catalog doesn't have it */
export function getPackageName(deps: Deps, packageId: string, orderLocale: string): string {
  const name = findPackageName(deps, packageId, orderLocale);
  if (name === undefined) throw new Error(`${packageId} is not in the catalog`);
  return name;
}

/** The name of a package, if the catalog still has it. */
export function findPackageName(deps: Deps, packageId: string, orderLocale: string): string | undefined {
  const t = getTranslate('payment', orderLocale);
  const { packages } = deps.catalog;
  const evaluation = findEvaluation(deps.catalog, packageId);
  if (evaluation) return nameAccount(evaluation);
  if (packages.trial.id === packageId) return nameAccount(packages.trial);
  if (packages.performanceReview.id === packageId) return t('name_review');
  const thor = packages.thor.find(({ id }) => id === packageId);
  if (thor) return t('name_thor', { count: thor.followers });
  const data = packages.marketData.find(({ id }) => id === packageId);
  if (!data) return undefined;
  if (data.audience === 'professional') return t('name_data_professional');
  if (data.priceCents === 0) return t('name_data_free');
  return t(data.depth ? 'name_data_depth' : 'name_data_top');
}

type NamedOrder = { readonly name: string; readonly package_id: string; readonly locale: string };

export function getOrderName(deps: Deps, { name, package_id: packageId, locale }: NamedOrder): string {
  return name || getPackageName(deps, packageId, locale);
}
