import type { Locale } from '../../i18n/locales.ts';
import { fillPattern, pathTo, type RouteName, routes } from '../../routes.ts';
import type { AccountDetails } from '../../stores/account-details.ts';
import type { Account } from '../../stores/accounts.ts';

export type ActionName = AccountDetails['actions'][number]['action'];

/** The screen of each action, one for each platform. A withdrawal has none yet: people ask for it by the contact form. */
const screens: Readonly<Record<ActionName, Readonly<Record<Account['platform'], RouteName>>>> = {
  reset: { rithmic: 'checkoutReset', dxfeed: 'checkoutResetDxfeed' },
  renew: { rithmic: 'checkoutRenew', dxfeed: 'checkoutRenewDxfeed' },
  activate: { rithmic: 'checkoutFunded', dxfeed: 'checkoutFundedDxfeed' },
  review: { rithmic: 'checkoutReview', dxfeed: 'checkoutReview' },
  withdraw: { rithmic: 'contact', dxfeed: 'contact' },
};

/** Where an account action is done, as a path of the site. */
export function actionPath(action: ActionName, account: Account, details: AccountDetails, locale: Locale): string {
  if (action === 'withdraw') return contactPath(account, locale);
  return fillPattern(
    routes[screens[action][account.platform]].pattern,
    {
      accountId: account.id,
      // The funded screens call their account `id`.
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
