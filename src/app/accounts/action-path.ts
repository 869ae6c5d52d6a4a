import type { Locale } from '#i18n/locales.ts';
import { checkoutPath } from '#routes/checkouts.ts';
import { fillPattern, routes } from '#routes.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import type { OrderKind } from '#shared/orders/types.ts';
import type { Account } from './stores/accounts.ts';
import type { AccountDetails } from './stores/details.ts';

export type ActionName = AccountDetails['actions'][number]['action'];

const purchases = {
  reset: 'reset',
  renew: 'renew',
  activate: 'funded-activation',
  review: 'performance-review',
} as const satisfies Record<Exclude<ActionName, 'withdraw'>, OrderKind>;

/** The action in the banner of a stopped account; the list of actions leaves it out. */
export function bannerActionOf({ stage }: Pick<Account, 'stage'>): ActionName | null {
  if (stage === 'breached') return 'reset';
  return stage === 'passed' ? 'activate' : null;
}

export function actionPath(action: ActionName, account: Account, details: AccountDetails, locale: Locale): string {
  const { platform, platformAccountId } = account;
  const params = {
    accountId: account.id,
    // Funded screens name the account parameter `id`.
    id: account.id,
    packageId: action === 'review' ? details.performanceReviewId : details.packageId,
    rithimicUserId: details.platformUser,
    rithmic_account_id: platformAccountId,
    dxfeed_account_id: platformAccountId,
  };
  if (action !== 'withdraw') return checkoutPath(purchases[action], platform, params, locale);
  return fillPattern(routes[platformFacts[platform].routes.payoutRequest].pattern, params, locale);
}
