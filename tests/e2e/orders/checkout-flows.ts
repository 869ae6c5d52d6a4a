import type { CheckoutRoute } from '#routes/checkouts.ts';
import { fillPattern, type ResultRoute, type RouteName, routes } from '#routes.ts';
import { chooseAccount } from '../accounts/choose-account.ts';
import { expect } from '../fixtures.ts';
import { decide, expectScreen, fillIn, order, type Shopper, visit } from '../shop.ts';
import { pattern, stringsOf } from '../strings.ts';

/** Every checkout path by its prefix: a new path without a flow here doesn't compile. */
type PurchaseRoute = {
  [Name in RouteName]: (typeof routes)[Name]['pattern'] extends
    | `/check-out${string}`
    | `/checkout${string}`
    | `/dxfeed/${string}`
    | `/funded/${string}`
    | `/billing/${string}`
    | '/thankyou/thor'
    ? Name
    : never;
}[RouteName];

type VisitorRoute = {
  [Name in CheckoutRoute]: (typeof routes)[Name]['access'] extends 'any' ? Name : never;
}[CheckoutRoute];

type OrderStrings = ReturnType<typeof stringsOf<'orders'>>;

type CheckoutFlow = {
  /** Goes from a screen of the site to the checkout through its link. */
  open(shopper: Shopper): Promise<void>;
  /** Makes the selections before payment and checks their effect. */
  choose?(shopper: Shopper): Promise<void>;
  readonly result: ResultRoute;
  readonly title: Extract<keyof OrderStrings, string>;
  readonly isFree?: true;
};

/** What a visitor can buy, on both platforms; the data feed is selected on the page. */
export const visitorFlows = {
  checkoutTrial: {
    open: (shopper) => follow(shopper, '/evaluations', 'checkoutTrial', { packageId: 'trial-classic-50k' }),
    choose: choosePlatform,
    result: 'trialResult',
    title: 'fulfilled_title',
  },
  checkout: {
    open: (shopper) => follow(shopper, '/check-out', 'checkout', { packageId: 'ascension-25k' }),
    choose: choosePlatform,
    result: 'orderResult',
    title: 'fulfilled_title',
  },
  checkoutThor: {
    open: (shopper) => follow(shopper, '/thor', 'checkoutThor', { packageId: 'thor-monthly' }),
    choose: choosePlatform,
    result: 'thorResult',
    title: 'done_thor_title',
  },
} as const satisfies Record<VisitorRoute, CheckoutFlow>;

/** What someone with an account buys, ordered so that no purchase blocks the next. */
export const buyerFlows = {
  checkoutRenew: { open: renew, result: 'orderResult', title: 'done_renew_title' },
  checkoutRenewDxfeed: { open: renew, result: 'orderResult', title: 'done_renew_title' },
  checkoutReset: { open: reset, result: 'resetResult', title: 'done_reset_title' },
  checkoutResetDxfeed: { open: reset, result: 'resetResultDxfeed', title: 'done_reset_title' },
  checkoutReview: {
    open: (shopper) => action(shopper, 'Ascension 50K', 'action_review'),
    result: 'orderResult',
    title: 'done_performance-review_title',
  },
  checkoutFunded: { open: activate, result: 'fundedResult', title: 'done_funded-activation_title' },
  checkoutFundedDxfeed: { open: activate, result: 'fundedResult', title: 'done_funded-activation_title' },
  billCheckout: {
    open: (shopper) => payBill(shopper, 'billing/checkout/'),
    result: 'billResult',
    title: 'done_pending-bill_title',
  },
  dataBillCheckout: {
    open: (shopper) => payBill(shopper, 'billing/checkout-market/'),
    result: 'dataBillResult',
    title: 'done_pending-data-bill_title',
  },
  checkoutMarket: {
    open: (shopper) => follow(shopper, '/billing/pending', 'checkoutMarket', { packageId: 'cme-all-depth' }),
    choose: declareStatus,
    result: 'marketResult',
    title: 'done_market-data_title',
  },
  checkoutMarketDxfeed: {
    open: (shopper) => follow(shopper, '/billing/pending', 'checkoutMarketDxfeed', { packageId: 'cme-all-depth' }),
    choose: declareStatus,
    result: 'marketResultDxfeed',
    title: 'done_market-data_title',
  },
  checkoutMarketFree: {
    open: (shopper) => follow(shopper, '/billing/pending', 'checkoutMarketFree', { packageId: 'cme-top' }),
    choose: declareFreeStatus,
    result: 'marketResultDxfeed',
    title: 'done_market-data-free_title',
    isFree: true,
  },
} as const satisfies Record<Exclude<CheckoutRoute, VisitorRoute>, CheckoutFlow>;

const flows: Record<CheckoutRoute, CheckoutFlow> = { ...visitorFlows, ...buyerFlows };

type CoveredResult =
  | (typeof visitorFlows)[VisitorRoute]['result']
  | (typeof buyerFlows)[keyof typeof buyerFlows]['result'];

/** Screens without a payment of their own, checked by someone who has just bought. */
export const otherScreens = {
  checkoutStart: async (shopper) => {
    await visit(shopper, '/check-out');
    await expectScreen(shopper.page, 'checkoutStart');
  },
  /** The route has no order parameter, and the status in the query isn't trusted. */
  orderStatus: async (shopper) => {
    const [, , orderId = '', , , sessionId = ''] = new URL(shopper.page.url()).pathname.split('/').slice(-6);
    const query = new URLSearchParams({ orderId, sessionId });
    await visit(shopper, `/check-out/canceled/${encodeURIComponent(shopper.mailbox.address)}?${query}`);
    await expectScreen(shopper.page, 'orderStatus');
    await expect(shopper.page.getByRole('heading', { level: 1 })).toHaveText(
      stringsOf(shopper.locale, 'orders').fulfilled_title,
    );
  },
  thankyouThor: async (shopper) => {
    const { page, locale } = shopper;
    await page.getByRole('link', { name: stringsOf(locale, 'orders').thor_action }).click();
    await expectScreen(page, 'thankyouThor');
  },
  billingHistory: async (shopper) => {
    await visit(shopper, '/billing/history');
    await expectScreen(shopper.page, 'billingHistory');
  },
  billingPending: async (shopper) => {
    await visit(shopper, '/billing/pending');
    await expectScreen(shopper.page, 'billingPending');
  },
} as const satisfies Record<Exclude<PurchaseRoute, CheckoutRoute | CoveredResult>, (shopper: Shopper) => Promise<void>>;

/** Completes a checkout from its link to the result and checks the checkout path, result path and result text. */
export async function completeCheckout(shopper: Shopper, name: CheckoutRoute): Promise<void> {
  const { open, choose, result, title, isFree }: CheckoutFlow = flows[name];
  const { page, locale } = shopper;
  await open(shopper);
  await expectScreen(page, name);
  await choose?.(shopper);
  await fillIn(shopper);
  if (isFree) {
    await page.getByRole('button', { name: stringsOf(locale, 'checkout').free }).click();
  } else {
    await order(shopper);
    await decide(shopper);
  }
  await expectScreen(page, result);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(stringsOf(locale, 'orders')[title]);
}

async function follow(
  shopper: Shopper,
  from: string,
  to: CheckoutRoute,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  await visit(shopper, from);
  const path = fillPattern(routes[to].pattern, params, shopper.locale);
  await shopper.page.getByRole('main').locator(`a[href="${path}"]`).first().click();
}

async function action(shopper: Shopper, account: string, name: `action_${'renew' | 'reset' | 'review' | 'activate'}`) {
  const { page, locale } = shopper;
  await visit(shopper, '/my-account');
  await chooseAccount(page, new RegExp(account), locale);
  const link = { name: stringsOf(locale, 'accounts')[name], exact: true };
  await page.getByRole('main').getByRole('link', link).first().click();
}

async function renew(shopper: Shopper): Promise<void> {
  await action(shopper, 'Classic 25K', 'action_renew');
}

async function reset(shopper: Shopper): Promise<void> {
  await action(shopper, 'Classic 25K', 'action_reset');
  const strings = stringsOf(shopper.locale, 'checkout');
  await expect(shopper.page.getByText(strings.fact_reset_free)).toBeVisible();
  await expect(shopper.page.getByText(strings.status_breached, { exact: true })).toBeVisible();
}

async function activate(shopper: Shopper): Promise<void> {
  await action(shopper, 'Ascension 50K', 'action_activate');
}

async function payBill(shopper: Shopper, path: string): Promise<void> {
  await visit(shopper, '/billing/pending');
  await shopper.page.locator(`a[href*="${path}"]`).click();
}

async function choosePlatform({ page, locale, platform }: Shopper): Promise<void> {
  await page.getByRole('radio', { name: stringsOf(locale, 'checkout')[`platform_${platform}`] }).check();
}

/** A professional sees the exchange price before paying it; a non-professional doesn't pay it. */
async function declareStatus({ page, locale }: Shopper): Promise<void> {
  const strings = stringsOf(locale, 'checkout');
  const pay = page.getByRole('button', { name: pattern(strings.pay) });
  await expect(pay).toHaveText(/37/);
  await page.locator('[name=professional][value=true]').check();
  await expect(pay).toHaveText(/136/);
  await page.locator('[name=professional][value=false]').check();
  await expect(pay).toHaveText(/37/);
}

async function declareFreeStatus({ page, locale }: Shopper): Promise<void> {
  const strings = stringsOf(locale, 'checkout');
  await page.locator('[name=professional][value=true]').check();
  await expect(page.getByText(strings.blocked_title)).toBeVisible();
  await page.locator('[name=professional][value=false]').check();
}
