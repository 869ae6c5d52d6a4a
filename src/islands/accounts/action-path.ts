import type { Locale } from '../../i18n/locales.ts';
import { fillPattern, pathTo, type RouteName, routes } from '../../routes.ts';
import type { AccountDetails } from '../../stores/account-details.ts';
import type { Account } from '../../stores/accounts.ts';

export type ActionName = AccountDetails['actions'][number]['action'];

/** The screen of each action by platform. A payout has none yet: people request it through the contact form. */
const screens: Readonly<Record<ActionName, Readonly<Record<Account['platform'], RouteName>>>> = {
  reset: { rithmic: 'checkoutReset', dxfeed: 'checkoutResetDxfeed' },
  renew: { rithmic: 'checkoutRenew', dxfeed: 'checkoutRenewDxfeed' },
  activate: { rithmic: 'checkoutFunded', dxfeed: 'checkoutFundedDxfeed' },
  review: { rithmic: 'checkoutReview', dxfeed: 'checkoutReview' },
  withdraw: { rithmic: 'contact', dxfeed: 'contact' },
};

/** The path of the screen for an account action. */
export function actionPath(action: ActionName, account: Account, details: AccountDetails, locale: Locale): string {
  if (action === 'withdraw') return contactPath(account, locale);
  return fillPattern(
    routes[screens[action][account.platform]].pattern,
    {
      accountId: account.id,
      // Funded screens name the account parameter `id`.
      id: account.id,
      packageId: action === 'review' ? details.performanceReviewId : details.packageId,
      rithimicUserId: details.platformUser,
    },
    locale,
  );
}

function contactPath({ platformAccountId }: Account, locale: Locale): string {
  return `${pathTo('contact', {}, locale)}?${new URLSearchParams({ topic: 'withdrawal', account: platformAccountId })}`;
}
