import { findEvaluation } from '../../../content/catalog.ts';
import type { OrderKind } from '../../../domain/order/types.ts';
import type { Deps } from '../../deps.ts';
import { getPaymentTranslate } from '../../ports/payments/translations.ts';

export const platformNames = { rithmic: 'Rithmic', dxfeed: 'dxFeed' } as const;

type Named = { readonly kind: OrderKind; readonly packageId: string };
type About = { readonly programme: string; readonly size: string; readonly platformAccountId: string } | null;

export function programmeName({ programme, size }: { programme: string; size: string }): string {
  return `${programme.replace(/^./, (first) => first.toUpperCase())} ${size}`;
}

/** What an order is for, as bills, receipts, mails and screens call it. @param about the account it is for */
export function namePurchase(deps: Deps, { kind, packageId }: Named, about: About, orderLocale: string): string {
  const { t } = getPaymentTranslate(orderLocale);
  const { packages } = deps.catalog;
  const account = about ? `${programmeName(about)} (${about.platformAccountId})` : '';
  const thing = nameOfPackage(deps, packageId, orderLocale);
  switch (kind) {
    case 'trial':
      return t('name_trial', { name: programmeName(packages.trial), days: packages.trial.days });
    case 'reset':
    case 'renew':
    case 'performance-review':
    case 'funded-activation':
      return t(`name_${kind}`, { account });
    case 'pending-bill':
    case 'pending-data-bill':
      return t('name_bill', { name: account || thing });
    default:
      return thing;
  }
}

/** A package of the catalogue. @throws when the catalogue does not have it */
export function nameOfPackage(deps: Deps, packageId: string, orderLocale: string): string {
  const { t } = getPaymentTranslate(orderLocale);
  const { packages } = deps.catalog;
  const evaluation = findEvaluation(deps.catalog, packageId);
  if (evaluation) return programmeName(evaluation);
  if (packages.trial.id === packageId) return programmeName(packages.trial);
  if (packages.performanceReview.id === packageId) return t('name_review');
  const thor = packages.thor.find(({ id }) => id === packageId);
  if (thor) return t('name_thor', { count: thor.followers });
  const data = packages.marketData.find(({ id }) => id === packageId);
  if (!data) throw new Error(`${packageId} is not in the catalogue`);
  if (data.audience === 'professional') return t('name_data_professional');
  if (data.priceCents === 0) return t('name_data_free');
  return t(data.depth ? 'name_data_depth' : 'name_data_top');
}

type NamedOrder = { readonly name: string; readonly package_id: string; readonly locale: string };

/** An order's name as it was when it was placed. */
export function nameOfOrder(deps: Deps, { name, package_id: packageId, locale }: NamedOrder): string {
  return name || nameOfPackage(deps, packageId, locale);
}
