import { defaultLocale, isLocale, type Locale } from '#i18n/locales.ts';

/** Who may see a screen: everyone, signed-out people, or people with a verified address. */
export type Access = 'any' | 'logged-out' | 'verified';

/** `page` is complete HTML at build time; `shell` is one file for all parameter values, filled by an island. */
export type Route = {
  readonly pattern: string;
  readonly access: Access;
  readonly render: 'page' | 'shell';
  /** One of these roles is required besides a verified address; others see a screen that says so. */
  readonly roles?: readonly string[];
};

function page<const Pattern extends string>(pattern: Pattern) {
  return { pattern, access: 'any', render: 'page' } as const;
}

function shell<const Pattern extends string, const Who extends Access>(pattern: Pattern, access: Who) {
  return { pattern, access, render: 'shell' } as const;
}

function staff<const Pattern extends string>(pattern: Pattern, roles: readonly string[]) {
  return { pattern, access: 'verified', render: 'shell', roles } as const;
}

/** Every page of the site: the specification's exact pattern, its access and how it is rendered. */
export const routes = {
  home: page('/'),
  evaluations: page('/evaluations'),
  evaluationsOfType: page('/evaluations/{type}'),
  classicAccounts: page('/classic-accounts'),
  ascensionAccounts: page('/ascension-accounts'),
  meritAccounts: page('/merit-accounts'),
  premiumAccounts: page('/premium-accounts'),
  extra: page('/extra'),
  edge: page('/edge'),
  thor: page('/thor'),
  instantLogger: page('/instant-logger'),
  performanceReview: page('/performance-review'),
  cfdFutures: page('/cfd-futures'),
  community: page('/community'),
  affiliateProgram: page('/affiliate-program'),
  contact: page('/contact'),
  featureRequest: page('/feature-request'),
  status: page('/status'),
  remedies: page('/remedies'),
  thankyou: page('/thankyou'),
  thankyouThor: page('/thankyou/thor'),
  trailingDrawdown: page('/trailing-drawdown'),
  connectionGuide: page('/connection-guide'),
  guide: page('/{guide}-connection-guide'),
  blog: page('/blog'),
  blogDetails: page('/blog/details/{name}/{id}'),
  faq: page('/faq'),
  faqSearch: page('/faq/category/'),
  faqSearchQuery: shell('/faq/category/{searchQuery}', 'any'),
  faqCategory: page('/faq/{categoryId}'),
  faqDetail: page('/faq/detail/{categoryId}/{faqId}'),
  thorFaq: page('/thor/faq'),
  thorFaqSearch: page('/thor/faq/category/'),
  thorFaqSearchQuery: shell('/thor/faq/category/{searchQuery}', 'any'),
  thorFaqCategory: page('/thor/faq/{categoryId}'),
  thorFaqDetail: page('/thor/faq/detail/{categoryId}/{faqId}'),
  certificateVerification: page('/certificates/verify'),
  payoutStatistics: page('/payouts/statistics'),
  payoutEconomics: page('/payouts/how-we-stay-able-to-pay'),
  closurePlan: page('/payouts/if-we-close'),
  rules: page('/rules'),
  terms: page('/terms'),
  billingTerms: page('/billing-terms'),
  privacyPolicy: page('/privacy-policy'),
  legalNotice: page('/legal-notice'),
  cookies: page('/cookies'),
  complaints: page('/complaints'),
  accessibility: page('/accessibility'),
  antiMoneyLaundering: page('/anti-money-laundering'),
  payoutPolicy: page('/payout-policy'),
  affiliateAgreement: page('/affiliate-agreement'),
  fundedTraderAgreement: page('/funded-trader-agreement'),
  signIn: shell('/sign-in', 'logged-out'),
  register: shell('/register', 'logged-out'),
  login: shell('/login', 'any'),
  forgotPassword: shell('/forgot/password', 'logged-out'),
  passwordReset: shell('/forgot/password/email/verification/{token}/', 'logged-out'),
  emailVerification: shell('/email/verification/{email}', 'any'),
  passwordSet: shell('/password/set/{email}/{code}/', 'logged-out'),
  checkoutStart: page('/check-out'),
  checkout: shell('/check-out/{packageId}', 'any'),
  orderResult: shell('/check-out/order/{packageId}/{orderId}/{orderEmail}/{status}/{sessionId}', 'any'),
  checkoutThor: shell('/check-out/thor/{packageId}', 'any'),
  thorResult: shell('/check-out/thor/{packageId}/{orderId}/{orderEmail}/{status}/{sessionId}', 'any'),
  checkoutTrial: shell('/checkout/trial/{packageId}', 'any'),
  trialResult: shell('/checkout/trial/{packageId}/{status}', 'any'),
  orderStatus: shell('/check-out/{status}/{email}', 'any'),
  checkoutRenew: shell('/checkout-renew/{accountId}/{packageId}', 'verified'),
  checkoutRenewDxfeed: shell('/checkout-renew/dxfeed/{accountId}/{packageId}', 'verified'),
  checkoutReset: shell('/checkout-reset/{accountId}/{packageId}', 'verified'),
  checkoutResetDxfeed: shell('/checkout-reset/dxfeed/{accountId}/{packageId}', 'verified'),
  resetResult: shell(
    '/checkout-reset/order/{accountId}/{packageId}/{orderId}/{orderEmail}/{status}/{sessionId}',
    'verified',
  ),
  resetResultDxfeed: shell(
    '/checkout-reset/dxfeed/{accountId}/{packageId}/{orderId}/{orderEmail}/{status}/{sessionId}',
    'verified',
  ),
  checkoutMarket: shell('/checkout-market/{packageId}', 'verified'),
  marketResult: shell('/checkout-market/order/{packageId}/{orderId}/{orderEmail}/{status}/{sessionId}', 'verified'),
  checkoutMarketDxfeed: shell('/dxfeed/checkout-market/{packageId}', 'verified'),
  checkoutMarketFree: shell('/dxfeed/checkout-market/free/{packageId}', 'verified'),
  marketResultDxfeed: shell(
    '/dxfeed/checkout-market/order/{packageId}/{orderId}/{orderEmail}/{status}/{sessionId}',
    'verified',
  ),
  checkoutFunded: shell('/checkout/funded/{id}/{packageId}/{rithimicUserId}', 'verified'),
  checkoutFundedDxfeed: shell('/checkout/funded/dxfeed/{id}/{packageId}/{rithimicUserId}', 'verified'),
  checkoutReview: shell('/checkout/performance-review/{packageId}/{accountId}', 'verified'),
  fundedResult: shell(
    '/funded/checkout/order/{id}/{packageId}/{orderId}/{orderEmail}/{status}/{sessionId}',
    'verified',
  ),
  billCheckout: shell('/billing/checkout/{id}/{packageId}', 'verified'),
  dataBillCheckout: shell('/billing/checkout-market/{id}/{packageId}', 'verified'),
  billResult: shell('/billing/checkout/order/{id}/{packageId}/{orderId}/{orderEmail}/{status}/{sessionId}', 'verified'),
  dataBillResult: shell(
    '/billing/checkout-market/order/{id}/{packageId}/{orderId}/{orderEmail}/{status}/{sessionId}',
    'verified',
  ),
  billingHistory: shell('/billing/history', 'verified'),
  billingPending: shell('/billing/pending', 'verified'),
  contractCancellation: shell('/withdraw-from-contract', 'any'),
  subscriptionCancellation: shell('/cancel-subscription', 'any'),
  myAccount: shell('/my-account', 'verified'),
  payouts: shell('/dashboard/withdrawal', 'any'),
  payoutRequest: shell('/dashboard/withdrawal/request-withdrawal/{rithmic_account_id}', 'any'),
  payoutRequestDxfeed: shell('/dashboard/withdrawal/dxfeed/request-withdrawal/{dxfeed_account_id}', 'any'),
  payoutSubmitted: shell('/withdrawal/request/submit', 'any'),
  payoutHistory: shell('/withdrawal/history', 'verified'),
  payoutStart: shell('/withdrawal-req', 'logged-out'),
  payoutVerification: shell('/dashboard/withdrawal/verification', 'any'),
  certificates: shell('/my-account/certificates', 'verified'),
  fills: shell('/my-account/fills', 'verified'),
  journal: shell('/my-account/journal', 'verified'),
  copier: shell('/my-account/thor', 'verified'),
  ownPerformanceReview: shell('/my-account/performance-review/{reviewId}', 'verified'),
  payoutCertificates: shell('/withdrawal/history/certificate/{accountId}', 'verified'),
  affiliate: shell('/affiliate', 'verified'),
  affiliateDashboard: shell('/affiliate-dashboard', 'verified'),
  statistics: shell('/statistics', 'verified'),
  webTrading: shell('/web-trading', 'verified'),
  profileEdit: shell('/profile/edit', 'verified'),
  notifications: shell('/notifications', 'verified'),
  riskManager: staff('/risk-manager', ['risk_manager', 'admin']),
  office: staff('/admin', ['admin', 'finance', 'support', 'reviewer', 'risk_manager']),
  officeList: staff('/admin/{list}', ['admin', 'finance', 'support', 'reviewer', 'risk_manager']),
  officeRecord: staff('/admin/{list}/{id}', ['admin', 'finance', 'support', 'reviewer', 'risk_manager']),
} as const satisfies Record<string, Route>;

/** The payout screens. One page renders them all, so moving between them keeps the access that a mailed code opened. */
export const payoutRoutes = [
  'payouts',
  'payoutRequest',
  'payoutRequestDxfeed',
  'payoutSubmitted',
  'payoutHistory',
  'payoutStart',
] as const satisfies readonly RouteName[];

export type PayoutRoute = (typeof payoutRoutes)[number];

/** Where a buyer returns after the payment. */
export const resultRoutes = [
  'orderResult',
  'orderStatus',
  'thorResult',
  'trialResult',
  'resetResult',
  'resetResultDxfeed',
  'marketResult',
  'marketResultDxfeed',
  'fundedResult',
  'billResult',
  'dataBillResult',
] as const satisfies readonly RouteName[];

export type ResultRoute = (typeof resultRoutes)[number];

export type RouteName = keyof typeof routes;

/** Pages that only make sense right after an action. */
const unlisted: ReadonlySet<RouteName> = new Set(['thankyou', 'thankyouThor']);

/** Search engines get prerendered pages only: a shell is empty until its island runs. */
export function isListedRoute(name: RouteName): boolean {
  return routes[name].render === 'page' && routes[name].access === 'any' && !unlisted.has(name);
}

export type Params = Readonly<Record<string, string>>;

type ParamsOf<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsOf<Rest>
  : never;

export type RouteParams<Name extends RouteName> = Record<ParamsOf<(typeof routes)[Name]['pattern']>, string>;

type ParamsArgument<Name extends RouteName> =
  ParamsOf<(typeof routes)[Name]['pattern']> extends never ? Record<string, never> : RouteParams<Name>;

/** Adds the locale's prefix to a root-relative path: `('/faq', 'fr')` → `/fr/faq`. */
export function localizePath(path: string, locale: Locale): string {
  if (locale === defaultLocale) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** Removes the locale's prefix: `/fr/faq` → `{ locale: 'fr', path: '/faq' }`. */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  const [, first] = pathname.split('/');
  if (!isLocale(first) || first === defaultLocale) return { locale: defaultLocale, path: pathname };
  return { locale: first, path: pathname.slice(first.length + 1) || '/' };
}

/** The URL path of a screen with escaped parameters. */
export function pathTo<Name extends RouteName>(name: Name, params: ParamsArgument<Name>, locale: Locale): string {
  return fillPattern(routes[name].pattern, params, locale);
}

/** Like `pathTo`, for code that iterates over all routes and knows a pattern only as text. */
export function fillPattern(pattern: string, params: Params, locale: Locale): string {
  const path = pattern.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? '_'));
  return localizePath(path, locale);
}

/** The path of a shell's built file: `/check-out/{packageId}` → `/check-out/_`. */
export function shellPath(pattern: string): string {
  return pattern.replace(/\{\w+\}/g, '_').replace(/(.)\/$/, '$1');
}

export type RouteMatch = { readonly name: RouteName; readonly locale: Locale; readonly params: Record<string, string> };

const matchers = (Object.keys(routes) as RouteName[])
  .map((name) => {
    const { pattern } = routes[name];
    const source = pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const fixed = pattern.split('/').filter((segment) => !segment.includes('{')).length;
    return { name, fixed, matcher: new RegExp(`^${source === '/' ? '' : source.replace(/\/$/, '')}/?$`) };
  })
  .sort((left, right) => right.fixed - left.fixed);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The screen of a URL path, most literal patterns first; undefined for unknown paths. */
export function matchRoute(pathname: string): RouteMatch | undefined {
  const { locale, path } = splitLocale(pathname);
  for (const { name, matcher } of matchers) {
    const found = matcher.exec(path);
    if (!found) continue;
    const params = Object.fromEntries(Object.entries(found.groups ?? {}).map(([key, value]) => [key, decode(value)]));
    return { name, locale, params };
  }
  return undefined;
}

/** The built path of a personal screen: `/check-out/classic-50k` is `/check-out/_`. Undefined for all other paths. */
export function matchShell(pathname: string): string | undefined {
  const match = matchRoute(pathname);
  if (!match) return undefined;
  const { pattern, render } = routes[match.name];
  return render === 'shell' ? localizePath(shellPath(pattern), match.locale) : undefined;
}
