import type { Locale } from '#i18n/locales.ts';
import { getT } from '#i18n/pages.ts';
import { pathTo, type RouteName } from '#routes.ts';
import type { IconName } from '#ui/icon-paths.ts';

/** The bar's screens, in order. The first four are the phone's bottom bar, whose fifth item opens the menu. */
const barRoutes = ['myAccount', 'webTrading', 'payouts', 'statistics', 'journal', 'billingPending'] as const;
const menuRoutes = ['notifications', 'profileEdit', 'certificates', 'copier'] as const;
const icons: Partial<Record<RouteName, IconName>> = {
  myAccount: 'account',
  webTrading: 'trade',
  payouts: 'payout',
  statistics: 'statistics',
};

/** Screens without a link of their own, and the screen each belongs to. */
const parentRoutes: Partial<Record<RouteName, RouteName>> = {
  billingHistory: 'billingPending',
  fills: 'myAccount',
  payoutCertificates: 'certificates',
  ownPerformanceReview: 'myAccount',
  payoutVerification: 'payouts',
  payoutRequest: 'payouts',
  payoutRequestDxfeed: 'payouts',
  payoutSubmitted: 'payouts',
  payoutHistory: 'payouts',
};

export type PortalLink = {
  readonly label: string;
  readonly href: string;
  /** The value of `aria-current`. */
  readonly current: 'page' | 'true' | undefined;
  readonly icon: IconName | undefined;
  readonly route: RouteName;
};

/** The screens of a signed-in person: those of the bar, and those only in the menu. */
export function getPortalLinks(
  locale: Locale,
  route: RouteName,
): { readonly bar: readonly PortalLink[]; readonly menu: readonly PortalLink[] } {
  const t = getT(locale, 'portal');
  const link = (name: (typeof barRoutes | typeof menuRoutes)[number]): PortalLink => ({
    ...{ label: t(name), href: pathTo(name, {}, locale), icon: icons[name], route: name },
    current: name === route ? 'page' : name === parentRoutes[route] ? 'true' : undefined,
  });
  return { bar: barRoutes.map(link), menu: menuRoutes.map(link) };
}
