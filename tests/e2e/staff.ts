import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { eventually } from '../support/eventually.ts';
import { type Account, asPerson, buy, register, signInWith } from './accounts/account-fixtures.ts';
import { expect, type Mailbox, openContext } from './fixtures.ts';

const password = 'Tidemark-demo-1';

export const staffPassword = password;

/** Signs in a demo person and returns their token. */
export async function signInDemo(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.post('/api/submit_login', { data: { email, password } });
  return ((await answer.json()) as { token: string }).token;
}

/** A page of its own, signed in as a demo person. */
export async function openAs(browser: Browser, request: APIRequestContext, email: string): Promise<Page> {
  const page = await (await openContext(browser)).newPage();
  await signInWith(page, { token: await signInDemo(request, email) });
  return page;
}

/** A new trader with one open account. */
export async function openTrader(request: APIRequestContext, mailbox: Mailbox, chosen: object = {}) {
  const person = await register(request, mailbox);
  await buy(request, person.token, person.email, { kind: 'evaluation', packageId: 'classic-25k', ...chosen });
  const ask = asPerson(request, person.token);
  const list = async () => (await ask<{ accounts: readonly Account[] }>('account/data')).accounts;
  await eventually('the open account', async () => expect(await list()).toHaveLength(1));
  const [account] = await list();
  if (!account) throw new Error('No account was opened');
  return { person, account, ask };
}

/** Opens the drawer of one account at the risk desk. */
export async function openRiskDrawer(page: Page, account: string) {
  await page.goto('/risk-manager');
  await page.getByLabel('Find').fill(account);
  await page.getByRole('button', { name: account }).click();
  const drawer = page.getByRole('complementary', { name: account });
  await expect(drawer.getByText('Room left')).toBeVisible();
  return drawer;
}
