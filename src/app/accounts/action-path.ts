import type { Locale } from '#i18n/locales.ts';
import { fillPattern, type RouteName, routes } from '#routes.ts';
import type { Account } from './stores/accounts.ts';
import type { AccountDetails } from './stores/details.ts';

export type ActionName = AccountDetails['actions'][number]['action'];

/** The screen of each action, by platform. */
const screens: Readonly<Record<ActionName, Readonly<Record<Account['platform'], RouteName>>>> = {
  reset: { rithmic: 'checkoutReset', dxfeed: 'checkoutResetDxfeed' },
  renew: { rithmic: 'checkoutRenew', dxfeed: 'checkoutRenewDxfeed' },
  activate: { rithmic: 'checkoutFunded', dxfeed: 'checkoutFundedDxfeed' },
  review: { rithmic: 'checkoutReview', dxfeed: 'checkoutReview' },
  withdraw: { rithmic: 'payoutRequest', dxfeed: 'payoutRequestDxfeed' },
};

/** The action in the banner of a stopped account; the list of actions leaves it out. */
export function bannerActionOf({ stage }: Pick<Account, 'stage'>): ActionName | null {
  if (stage === 'breached') return 'reset';
  return stage === 'passed' ? 'activate' : null;
}

/** The path of the screen for an account action. */
export function actionPath(action: ActionName, account: Account, details: AccountDetails, locale: Locale): string {
  return fillPattern(
    routes[screens[action][account.platform]].pattern,
    {
      accountId: account.id,
      // Funded screens name the account parameter `id`.
      id: account.id,
      packageId: action === 'review' ? details.performanceReviewId : details.packageId,
      rithimicUserId: details.platformUser,
      rithmic_account_id: account.platformAccountId,
      dxfeed_account_id: account.platformAccountId,
    },
    locale,
  );
}
