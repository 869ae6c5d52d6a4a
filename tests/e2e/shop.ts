import type { Page } from '@playwright/test';
import type { Locale } from '#i18n/locales.ts';
import { localizePath, type RouteName, routes } from '#routes.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import { signInWith } from './accounts/account-fixtures.ts';
import { buyerPassword } from './buyer-names.ts';
import { expect, type Mailbox } from './fixtures.ts';
import { pattern, stringsOf } from './strings.ts';

/** A person at the checkout, with language and platform. */
export type Shopper = {
  readonly page: Page;
  readonly locale: Locale;
  readonly platform: PlatformName;
  /** Receives the receipts. */
  readonly mailbox: Mailbox;
  /** True if the buyer isn't signed in and fills in the guest fields. */
  readonly isGuest: boolean;
};

/** Signs in a person from tests/e2e/buyers.ts. @returns the token, for calls outside the browser */
export async function signInAs(page: Page, email: string): Promise<string> {
  const answer = await page.request.post('/api/submit_login', { data: { email, password: buyerPassword } });
  expect(answer.ok(), `sign-in of ${email}`).toBe(true);
  const { token } = (await answer.json()) as { token: string };
  await signInWith(page, { token });
  return token;
}

export async function expectScreen(page: Page, name: RouteName): Promise<void> {
  await expect(page.locator('main')).toHaveAttribute('data-route', routes[name].pattern);
}

/** Opens a screen by its path without the locale. */
export async function visit({ page, locale }: Pick<Shopper, 'page' | 'locale'>, path: string): Promise<void> {
  await page.goto(localizePath(path, locale));
}

/** Fills in the buyer's details and consents. */
export async function fillIn({ page, locale, mailbox, isGuest }: Shopper): Promise<void> {
  const strings = stringsOf(locale, 'checkout');
  if (isGuest) {
    await page.getByLabel(strings.email, { exact: true }).fill(mailbox.address);
    await page.getByLabel(strings.first_name, { exact: true }).fill('Ada');
    await page.getByLabel(strings.last_name, { exact: true }).fill('Marée');
    // The consent to an early start depends on the country, so its box appears with the new quote.
    const quoted = page.waitForResponse(
      (response) =>
        response.url().endsWith('/orders/quote') && response.request().postData()?.includes('"FR"') === true,
    );
    await page.getByLabel(strings.country).selectOption('FR');
    const { data } = (await (await quoted).json()) as { data: { needsStartConsent?: boolean } };
    if (data.needsStartConsent) await page.locator('[name=startNow]').check();
  } else {
    // The quote for this country brings the box for an early start, or whom a running subscription is billed to.
    await expect(page.getByRole('complementary', { name: strings.summary })).toHaveAttribute('aria-busy', 'false');
    const billedTo = page.locator('fieldset').getByRole('link', { name: strings.billed_to_link, exact: true });
    await expect(page.getByLabel(strings.country).or(billedTo)).toBeVisible();
    if (!(await billedTo.count())) await expect(page.getByLabel(strings.country)).toHaveValue('PT');
  }
  await page.getByLabel(pattern(strings.terms_label)).check();
  const start = page.locator('[name=startNow]');
  if (await start.count()) await start.check();
  await agreeToRenewal(page);
}

async function agreeToRenewal(page: Page): Promise<void> {
  const box = page.locator('[name=renewalConsent]');
  if (await box.count()) await box.check();
}

/** Goes on at the regular price, whether or not a promotion runs today. Call it once the price is on screen. */
export async function removePromotion(page: Page, locale: Locale = 'en'): Promise<void> {
  const strings = stringsOf(locale, 'checkout');
  await expect(page.getByRole('button', { name: pattern(strings.pay) })).toBeVisible();
  const remove = page.getByRole('button', { name: strings.promotion_remove });
  if (!(await remove.count())) return;
  await remove.click();
  await expect(page.getByRole('button', { name: strings.promotion_apply })).toBeVisible();
}

/** Presses the button with the price, or the one for a free order. */
export async function order({ page, locale }: Pick<Shopper, 'page' | 'locale'>): Promise<void> {
  const strings = stringsOf(locale, 'checkout');
  await agreeToRenewal(page);
  await page.getByRole('button', { name: pattern(strings.pay) }).click();
}

/** Decides on the provider's page; `delivery` is how its webhook reaches the shop. */
export async function decide(
  { page, locale }: Pick<Shopper, 'page' | 'locale'>,
  outcome: 'pay' | 'decline' | 'cancel' = 'pay',
  delivery?: 'twice' | 'before' | 'late' | 'never',
): Promise<void> {
  await page.waitForURL('**/api/dev/pay/**');
  const strings = stringsOf(locale, 'payment');
  if (delivery) {
    await page.getByText(strings.delivery, { exact: true }).click();
    await page.getByLabel(strings[delivery], { exact: true }).check();
  }
  await page.getByRole('button', { name: strings[outcome], exact: true }).click();
}

/** The number of receipts received. */
export async function countReceipts({ mailbox, locale }: Pick<Shopper, 'mailbox' | 'locale'>): Promise<number> {
  const subject = pattern(stringsOf(locale, 'mail').order_subject);
  return (await mailbox.all()).filter((mail) => subject.test(mail.subject)).length;
}
