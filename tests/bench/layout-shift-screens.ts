import { type ResultRoute, type RouteName, resultRoutes, routes } from '../../src/routes.ts';
import { sampleParams } from '../e2e/sample-paths.ts';
import { readPages } from '../site/built-site.ts';
import { logIn } from './servers.ts';

export type Screen = { readonly path: string; readonly who: 'signed out' | string; readonly token?: string };

type Params = Readonly<Record<string, string>>;
type CallApi = <Data>(path: string, body?: object) => Promise<Data>;

type OwnAccount = { readonly id: string; readonly platform: string; readonly platformAccountId: string };
type Details = {
  readonly packageId: string;
  readonly performanceReviewId: string;
  readonly platformUser: string;
  readonly actions: readonly { readonly action: string; readonly blockedReason: string | null }[];
};

/** Staff screens are opened as an administrator, the others as a trader with accounts in every stage. */
const emails = {
  trader: 'trader@example.com',
  affiliate: 'affiliate@example.com',
  admin: 'admin@example.com',
} as const;

function asPerson(origin: string, token: string): CallApi {
  return async <Data>(path: string, body?: object) => {
    const answer = await fetch(`${origin}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { data, response_message } = (await answer.json()) as { data: Data; response_message: string };
    if (!answer.ok) throw new Error(`${path}: ${response_message}`);
    return data;
  };
}

/** Buys and pays for one account. @returns the route parameters of the payment result page */
async function buy(origin: string, callApi: CallApi): Promise<Params> {
  const packageId = 'classic-50k';
  const selection = { kind: 'evaluation', packageId, platform: 'rithmic', addOns: [], coupon: '' };
  const { totalCents } = await callApi<{ totalCents: number }>('orders/quote', { selection, country: 'PT' });
  const { orderId, sessionId, paymentUrl } = await callApi<{ orderId: string; sessionId: string; paymentUrl: string }>(
    'orders/create',
    {
      ...{ selection, expectedTotalCents: totalCents, email: emails.trader, country: 'PT' },
      ...{ first_name: 'Tessa', last_name: 'Marques', termsUse: 1, startNow: 1, renewalConsent: 1, again: 1 },
    },
  );
  const body = new URLSearchParams({ outcome: 'paid', delivery: 'normal', renewals: 'pay' });
  await fetch(new URL(new URL(paymentUrl).pathname, origin), { method: 'POST', body, redirect: 'manual' });
  return { packageId, orderId, sessionId, orderEmail: emails.trader, email: emails.trader, status: 'success' };
}

/** The account action that each screen is for; the other screens take any account of their platform. */
const actionOf: Readonly<Partial<Record<RouteName, string>>> = {
  checkoutReset: 'reset',
  checkoutResetDxfeed: 'reset',
  checkoutRenew: 'renew',
  checkoutRenewDxfeed: 'renew',
  checkoutFunded: 'activate',
  checkoutFundedDxfeed: 'activate',
  checkoutReview: 'review',
  payoutRequest: 'withdraw',
  payoutRequestDxfeed: 'withdraw',
};

const packages: Readonly<Partial<Record<RouteName, string>>> = {
  checkoutTrial: 'trial-classic-50k',
  checkoutThor: 'thor-monthly',
  checkoutMarket: 'cme-all-depth',
  checkoutMarketDxfeed: 'cme-all-depth',
  checkoutMarketFree: 'cme-top',
};

function isResult(name: RouteName): name is ResultRoute {
  return (resultRoutes as readonly RouteName[]).includes(name);
}

/** For each screen, the parameters that give it something to show to the demo trader. */
async function findParams(callApi: CallApi, ordered: Params): Promise<(name: RouteName) => Params> {
  const { accounts } = await callApi<{ accounts: readonly OwnAccount[] }>('account/data');
  const owned = await Promise.all(
    accounts.map(async (account) => ({
      account,
      details: await callApi<Details>(`account/details?accountId=${account.id}`),
    })),
  );
  const { bills } = await callApi<{ bills: readonly { readonly checkoutPath: string }[] }>('billing/pending');
  const [, billId = '_', billPackage = '_'] = /([^/]+)\/([^/]+)$/.exec(bills[0]?.checkoutPath ?? '') ?? [];
  return (name) => {
    if (isResult(name)) return ordered;
    if (name === 'billCheckout' || name === 'dataBillCheckout') return { id: billId, packageId: billPackage };
    const platform = /dxfeed/i.test(name) ? 'dxfeed' : 'rithmic';
    const action = actionOf[name];
    const fits = owned.filter(({ account }) => account.platform === platform);
    const chosen =
      fits.find(({ details }) =>
        details.actions.some((each) => each.action === action && each.blockedReason === null),
      ) ?? fits[0];
    if (!chosen) return sampleParams;
    const { account, details } = chosen;
    return {
      ...sampleParams,
      ...{ accountId: account.id, id: account.id, rithimicUserId: details.platformUser },
      ...{ rithmic_account_id: account.platformAccountId, dxfeed_account_id: account.platformAccountId },
      packageId:
        packages[name] ??
        (action === 'review' ? details.performanceReviewId : action ? details.packageId : 'classic-50k'),
      ...(name === 'officeList' ? { list: 'orders' } : {}),
      ...(name === 'officeRecord' ? { list: 'orders', id: ordered.orderId ?? '_' } : {}),
    };
  };
}

function fill(pattern: string, params: Params): string {
  return pattern.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? '_'));
}

const lists = ['people', 'tickets', 'payouts', 'accounts', 'settings'] as const;

/** Every screen in English for each kind of person who sees it, with existing data where it needs any. */
export async function listScreens(origin: string): Promise<readonly Screen[]> {
  const trader = await logIn(origin, emails.trader);
  const affiliate = await logIn(origin, emails.affiliate);
  const admin = await logIn(origin, emails.admin);
  const callApi = asPerson(origin, trader);
  const paramsOf = await findParams(callApi, await buy(origin, callApi));
  const built = new Map(
    readPages().flatMap(({ match, path }) => (match?.locale === 'en' ? [[match.name, path] as const] : [])),
  );
  return (Object.keys(routes) as RouteName[]).flatMap((name): readonly Screen[] => {
    const { pattern, access, render } = routes[name];
    const path = render === 'shell' ? fill(pattern, paramsOf(name)) : (built.get(name) ?? fill(pattern, sampleParams));
    if (name === 'affiliateDashboard') return [{ path, who: 'affiliate', token: affiliate }];
    if (name === 'officeList') {
      return ['orders', ...lists].map((list) => ({ path: `/admin/${list}`, who: 'admin', token: admin }));
    }
    if ('roles' in routes[name]) return [{ path, who: 'admin', token: admin }];
    const signedIn: Screen = { path, who: 'trader', token: trader };
    const signedOut: Screen = { path, who: 'signed out' };
    if (access === 'verified') return [signedIn];
    // A signed-in person is redirected away from the sign-in screens.
    return access === 'logged-out' ? [signedOut] : [signedOut, signedIn];
  });
}
