import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import type { Mailbox } from '../fixtures.ts';

export type Person = { readonly email: string; readonly password: string; readonly token: string };

const password = 'quiet harbor at noon';

/** Solves the captcha without a browser, for tests about something else. */
async function solve(request: APIRequestContext): Promise<string> {
  const challenge = (await (await request.get('/api/captcha/challenge')).json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

async function postFor(request: APIRequestContext, path: string, data: object): Promise<string> {
  const answer = await request.post(`/api/${path}`, { data });
  const { token, response_message } = (await answer.json()) as { token?: string; response_message: string };
  if (!answer.ok()) throw new Error(`${path}: ${response_message}`);
  return token ?? '';
}

/** Registers a new person and returns their token; verified by default. */
export async function register(
  request: APIRequestContext,
  mailbox: Mailbox,
  {
    verified = true,
    names: [first_name, last_name] = ['Ada', 'Lovelace'],
  }: { verified?: boolean; names?: readonly [string, string] } = {},
): Promise<Person> {
  const email = mailbox.address;
  const captcha = await solve(request);
  const names = { first_name, last_name, country: 'PT', termsUse: 1 };
  await postFor(request, 'register', { ...names, email, password, confirm_password: password, captcha });
  if (!verified) return { email, password, token: await postFor(request, 'submit_login', { email, password }) };
  const { subject } = await mailbox.read(/is your .* code/);
  const code = /\b\d{6}\b/.exec(subject)?.[0] ?? '';
  return { email, password, token: await postFor(request, 'email/verify', { email, code }) };
}

/** Signs the browser in without the sign-in screen, from a URL that renders and runs nothing. */
export async function signInWith(page: Page, { token }: Pick<Person, 'token'>): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((value) => {
    localStorage.setItem('token', value);
    localStorage.setItem('token_expiry', String(Date.now() + 700 * 60_000));
    localStorage.setItem('activityTime', String(Date.now()));
  }, token);
}

/** Chooses an account on the account screen. Ended ones are folded until someone unfolds them. */
export async function chooseAccount(page: Page, name: RegExp): Promise<void> {
  const accounts = page.getByRole('navigation', { name: 'Your accounts' });
  const ended = accounts.getByRole('button', { name: /^Ended/ });
  await expect(accounts.getByRole('button').first()).toBeVisible();
  if ((await accounts.getByRole('button', { name }).count()) === 0) await ended.click();
  await accounts.getByRole('button', { name }).first().click();
}

/** Opens one of the account's tools. */
export async function openTool(page: Page, name: 'Size' | 'Your limits' | 'Alerts' | 'Rules'): Promise<void> {
  await page.getByRole('main').getByRole('tab', { name, exact: true }).click();
}

export type Account = Readonly<Record<'id' | 'platformAccountId' | 'stage' | 'program' | 'size', string>>;
type Reply<Data> = { readonly data: Data; readonly response_message: string };

/** Calls the API as this person. @throws with the server's message on an error response */
export function asPerson(request: APIRequestContext, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  return async <Data>(path: string, data?: object): Promise<Data> => {
    const answer = data
      ? await request.post(`/api/${path}`, { data, headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() } })
      : await request.get(`/api/${path}`, { headers });
    const reply = (await answer.json()) as Reply<Data>;
    if (!answer.ok()) throw new Error(`${path}: ${reply.response_message}`);
    return reply.data;
  };
}

/**
 * Buys and pays without the browser, at the regular price. Resolves once the payment is reported, before the account is open.
 * @returns the path of the payment's page
 */
export async function buy(
  request: APIRequestContext,
  token: string,
  email: string,
  chosen: object,
  { startNow = 1 }: { startNow?: 0 | 1 } = {},
): Promise<string> {
  const ask = asPerson(request, token);
  const selection = { platform: 'rithmic', addOns: [], coupon: '', withoutPromotion: true, ...chosen };
  const { totalCents } = await ask<{ totalCents: number }>('orders/quote', { selection });
  const { paymentUrl } = await ask<{ paymentUrl: string }>('orders/create', {
    selection,
    expectedTotalCents: totalCents,
    ...{ email, first_name: 'Ada', last_name: 'Lovelace', country: 'PT' },
    ...{ termsUse: 1, startNow, renewalConsent: 1, again: 0 },
  });
  const form = { outcome: 'paid', delivery: 'normal', renewals: 'pay' };
  const path = new URL(paymentUrl).pathname;
  await request.post(path, { form, maxRedirects: 0 });
  return path;
}

/** Sets an account's outcome on the simulated platform's page. */
export async function forceOutcome(request: APIRequestContext, account: Account, outcome: string): Promise<void> {
  const answer = await request.post('/dev/platform', {
    form: { account: account.platformAccountId, outcome },
    maxRedirects: 0,
  });
  expect(answer.status(), `${outcome} of ${account.platformAccountId}`).toBe(303);
}
