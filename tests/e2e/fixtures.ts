import { randomInt, randomUUID } from 'node:crypto';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { eventually } from '../support/eventually.ts';
import { startBrowser } from './start-browser.ts';

export { expect };

type Mail = { to: string; subject: string; text: string; html: string; sentAt: string };

export type Mailbox = {
  readonly address: string;
  /** Waits for the newest mail whose subject matches. */
  read(subject: RegExp): Promise<Mail>;
  all(): Promise<readonly Mail[]>;
};

/** The mailbox of an address, by default a new address that nothing else uses. */
export function openMailbox(
  request: APIRequestContext,
  address = `visitor-${randomUUID().slice(0, 8)}@example.com`,
): Mailbox {
  const all = async () => {
    const answer = await request.get('/api/dev/mailbox', { params: { to: address } });
    const body: unknown = await answer.json();
    return (Array.isArray(body) ? body : (body as { data: unknown }).data) as readonly Mail[];
  };
  return {
    address,
    all,
    async read(subject) {
      return eventually(`an email ${subject}`, async () => {
        const mail = (await all()).find((each) => subject.test(each.subject));
        if (!mail) throw new Error('there is none');
        return mail;
      });
    },
  };
}

/** A random client IP address per person, so that tests don't share rate limits. */
function randomIpAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

const createPersonHeaders = () => ({ 'X-Forwarded-For': randomIpAddress() });

/** A context for one more person, with an IP address of their own. */
export function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({ ...options, extraHTTPHeaders: createPersonHeaders() });
}

/** The fixtures that tests need besides a browser, for those that bring their own. */
export const withoutBrowser = base.extend<{ personHeaders: { [name: string]: string }; mailbox: Mailbox }>({
  personHeaders: async ({ baseURL: _ }, use) => {
    await use(createPersonHeaders());
  },
  // As an option of the context, headers would differ per test, so no test could reuse the previous one's context.
  context: async ({ context, personHeaders }, use) => {
    await context.setExtraHTTPHeaders(personHeaders);
    await use(context);
    await context.clearPermissions();
  },
  request: async ({ playwright, baseURL, personHeaders }, use) => {
    const request = await playwright.request.newContext({
      ...(baseURL ? { baseURL } : {}),
      extraHTTPHeaders: personHeaders,
    });
    await use(request);
    await request.dispose();
  },
  mailbox: async ({ request }, use) => {
    await use(openMailbox(request));
  },
});

/** What a screen shows instead of what a test looked for, as a screen reader would say it. */
async function describeScreen(page: Page): Promise<string> {
  const shown = page.locator('body').ariaSnapshot();
  return `${page.url()} showed:\n${await shown.catch(String)}`;
}

export const test = withoutBrowser.extend<{ noErrors: undefined }>({
  browser: [
    async ({ playwright, browserName }, use) => {
      const browser = await startBrowser(() => playwright[browserName].launch());
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  noErrors: [
    async ({ page }, use, testInfo) => {
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await use(undefined);
      if (testInfo.errors.length > 0) console.error(await describeScreen(page));
      expect(errors, 'errors thrown in the page').toEqual([]);
    },
    { auto: true },
  ],
});

/** The link to our site in a mail. */
export function linkIn(mail: Mail, part: string): string {
  const found = [...mail.text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link).find((link) => link.includes(part));
  if (!found) throw new Error(`no link with ${part} in: ${mail.text}`);
  return found;
}

export type BuyerLabels = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
  readonly countryName: string;
  readonly terms: RegExp;
  readonly startNow: RegExp;
  readonly pay: RegExp;
};

export const english: BuyerLabels = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  country: 'Country of residence',
  countryName: 'France',
  terms: /I accept the terms/,
  startNow: /Open my account immediately/,
  pay: /^Pay \$/,
};

export const french: BuyerLabels = {
  email: 'E-mail',
  firstName: 'Prénom',
  lastName: 'Nom',
  country: 'Pays de résidence',
  countryName: 'France',
  terms: /J’accepte les conditions/,
  startNow: /Ouvrez mon compte immédiatement/,
  pay: /^Payer/,
};

/** Fills in the checkout as a guest and continues to the payment page. */
export async function checkOutAsGuest(page: Page, address: string, labels: BuyerLabels): Promise<void> {
  await page.getByLabel(labels.email, { exact: true }).fill(address);
  await page.getByLabel(labels.firstName, { exact: true }).fill('Ada');
  await page.getByLabel(labels.lastName, { exact: true }).fill('Marée');
  await page.getByLabel(labels.country).selectOption({ label: labels.countryName });
  await page.getByLabel(labels.terms).check();
  await page.getByLabel(labels.startNow).check();
  const renewal = page.locator('[name=renewalConsent]');
  if (await renewal.count()) await renewal.check();
  await page.getByRole('button', { name: labels.pay }).click();
  await page.waitForURL('**/api/dev/pay/**');
}

/** Signs out with the menu of the bar. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}
