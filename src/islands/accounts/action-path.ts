import type { Locale } from '../../i18n/locales.ts';
import { fillPattern, matchRoute, pathTo } from '../../routes.ts';
import type { AccountDetails } from '../../stores/account-details.ts';
import type { Account } from '../../stores/accounts.ts';

export type ActionName = AccountDetails['actions'][number]['action'];

/** The screens that do it, as the specification spells them: one for each platform. */
const patterns: Readonly<Record<ActionName, Readonly<Record<Account['platform'], string>>>> = {
  reset: {
    rithmic: '/checkout-reset/{accountId}/{packageId}',
    dxfeed: '/checkout-reset/dxfeed/{accountId}/{packageId}',
  },
  renew: {
    rithmic: '/checkout-renew/{accountId}/{packageId}',
    dxfeed: '/checkout-renew/dxfeed/{accountId}/{packageId}',
  },
  activate: {
    rithmic: '/checkout/funded/{accountId}/{packageId}/{platformUser}',
    dxfeed: '/checkout/funded/dxfeed/{accountId}/{packageId}/{platformUser}',
  },
  review: {
    rithmic: '/checkout/performance-review/{reviewId}/{accountId}',
    dxfeed: '/checkout/performance-review/{reviewId}/{accountId}',
  },
  withdraw: {
    rithmic: '/dashboard/withdrawal/request-withdrawal/{accountId}',
    dxfeed: '/dashboard/withdrawal/dxfeed/request-withdrawal/{accountId}',
  },
};

/** Where a action is done; null where this site has no such screen. What has none yet but must be possible is asked for. */
export function actionPath(
  action: ActionName,
  account: Account,
  details: AccountDetails,
  locale: Locale,
): string | null {
  const path = fillPattern(
    patterns[action][account.platform],
    {
      accountId: account.id,
      packageId: details.packageId,
      platformUser: details.platformUser,
      reviewId: details.performanceReviewId,
    },
    locale,
  );
  if (matchRoute(path) !== undefined) return path;
  return action === 'withdraw' ? askForWithdrawal(account, locale) : null;
}

function askForWithdrawal({ platformAccountId }: Account, locale: Locale): string {
  return `${pathTo('contact', {}, locale)}?${new URLSearchParams({ topic: 'withdrawal', account: platformAccountId })}`;
}
