import type { APIRequestContext, Page } from '@playwright/test';
import { type Locale, locales } from '#i18n/locales.ts';
import { localizePath } from '#routes.ts';
import { textOf } from '../../server/support/pdf-text.ts';
import { eventually } from '../../support/eventually.ts';
import { type Account, asPerson, buy, forceOutcome, register, signInWith } from '../accounts/account-fixtures.ts';
import { expect, type Mailbox, test } from '../fixtures.ts';
import { openAs, signInDemo, staffPassword } from '../staff.ts';

/** What one matter costs and when it happens: every amount and date of its places is one of these. */
type Figures = { readonly cents: readonly number[]; readonly times: readonly number[] };
/** Where it is read, what it says there, and the amounts that mustn’t be missing there. */
type Place = readonly [name: string, read: () => Promise<string>, required: readonly number[]];
type Matter = { readonly name: string; readonly figures: Figures; readonly places: readonly Place[] };

/** Amounts with two decimals in any language’s separators; `$1,400.00` and `1 400,00 $US` are 140000. */
const amount = /(?<![\d.,/:])(?:\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+|\d+)[.,]\d{2}(?![\d%:/]|[.,]\d)/g;
const centsIn = (text: string) => [...text.matchAll(amount)].map(([found]) => Number(found.replace(/\D/g, '')));

const months = ['jan', 'f', 'mar', 'a[pvb]r', 'ma[iy]', 'juin|jun', 'juil|jul', 'ao|au|ag', 'se', 'o[uc]', 'no', 'd'];
const monthOf = (name: string) => months.findIndex((each) => new RegExp(`^(?:${each})`, 'i').test(name)) + 1;
const iso = (year: string, month: number | string, day: string) =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Days in the forms of the three languages and of files. */
function daysIn(text: string): string[] {
  return [
    ...[...text.matchAll(/\b(20\d\d)-(\d\d)-(\d\d)/g)].map(([, y = '', m = '', d = '']) => iso(y, m, d)),
    ...[...text.matchAll(/\b(\d\d?)\/(\d\d)\/(20\d\d)/g)].map(([, d = '', m = '', y = '']) => iso(y, m, d)),
    ...[...text.matchAll(/\b(\p{L}{3,9}) (\d\d?), (20\d\d)/gu)].map(([, m = '', d = '', y = '']) =>
      iso(y, monthOf(m), d),
    ),
    ...[...text.matchAll(/\b(\d\d?)(?:er)? (?:de )?(\p{L}{3,9})\.? (?:de )?(20\d\d)/gu)].map(
      ([, d = '', m = '', y = '']) => iso(y, monthOf(m), d),
    ),
  ];
}

/** The day of a time where the exchange, the firm’s files and the browser are. */
const daysOf = (at: number) =>
  ['America/Chicago', 'UTC', 'Europe/Lisbon'].map((timeZone) => new Date(at).toLocaleDateString('sv', { timeZone }));

async function compare({ name, figures, places }: Matter): Promise<string[]> {
  const days = new Set(figures.times.flatMap(daysOf));
  const problems: string[] = [];
  for (const [place, read, required] of places) {
    const text = (await read()).replace(/\s+/g, ' ');
    const found = centsIn(text);
    const say = (what: string, values: readonly (number | string)[]) =>
      values.length > 0 && problems.push(`${name}, ${place}: ${what} ${values.join(', ')} in “${text.slice(0, 400)}”`);
    say(
      'misses',
      required.filter((cents) => !found.includes(cents)),
    );
    say(
      'has another amount:',
      found.filter((cents) => !figures.cents.includes(cents)),
    );
    say(
      'has another day:',
      daysIn(text).filter((day) => !day.includes('-00') && !days.has(day)),
    );
  }
  return problems;
}

/** Every amount of an answer, without signs. */
function allCents(data: unknown, name = ''): number[] {
  if (typeof data === 'number') return /Cents$/.test(name) ? [Math.abs(data)] : [];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => allCents(value, Array.isArray(data) ? name : key));
}

function allTimes(data: unknown): number[] {
  if (typeof data === 'number') return data > 1e12 ? [data] : [];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(allTimes) : [];
}

function readers(
  page: Page,
  office: Page,
  request: APIRequestContext,
  token: string,
  locale: Locale,
  mailbox: Mailbox,
) {
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': locale };
  const fetchFile = async (path: string) => (await request.get(`/api/${path}`, { headers })).body();
  const read = async (from: Page, path: string, pick: string, hasText: string) => {
    await from.goto(localizePath(path, locale));
    const part = from.locator(pick).filter({ hasText }).first();
    await expect(part).toBeVisible();
    return part.innerText();
  };
  return {
    screen: (path: string, pick: string, hasText: string) => () => read(page, path, pick, hasText),
    office:
      (path: string, hasText: string, pick = 'main') =>
      () =>
        read(office, `/admin/${path}`, pick, hasText),
    pdf: (path: string) => async () => textOf(await fetchFile(path)),
    row: (path: string, key: string) => async () => {
      const rows = (await fetchFile(path)).toString('utf8').split('\n');
      // A comma between numbers would join them.
      return rows
        .filter((row) => row.includes(key))
        .join('\n')
        .replaceAll(',', ' ; ');
    },
    mail:
      (key: string, other = '') =>
      () =>
        eventually(`a mail with ${key}`, async () => {
          const mail = (await mailbox.all()).find(({ text }) => text.includes(key) && text.includes(other));
          if (!mail) throw new Error('there is none');
          return mail.text;
        }),
  };
}

type Order = {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly status: string;
  readonly totalCents: number;
  readonly documents: readonly { readonly number: string; readonly kind: string }[];
};

for (const locale of locales) {
  test(`a purchase, a disputed breach, a refund, a payout and a commission are the same figures everywhere, in ${locale}`, async ({
    page,
    browser,
    mailbox,
  }) => {
    const { request } = page;
    const { token, email } = await register(request, mailbox);
    const ask = asPerson(request, token);
    await request.post('/api/profile/update', {
      headers: { Authorization: `Bearer ${token}` },
      multipart: { first_name: 'Ada', last_name: 'Lovelace', country: 'PT', language: locale },
    });
    await page.setExtraHTTPHeaders({ 'Accept-Language': locale });
    await signInWith(page, { token });
    const staff = await signInDemo(request, 'admin@example.com');
    const asStaff = asPerson(request, staff);
    const office = await openAs(browser, request, 'admin@example.com');
    const { screen, office: inOffice, pdf, row, mail } = readers(page, office, request, token, locale, mailbox);
    await buy(request, token, email, { kind: 'evaluation', packageId: 'classic-25k' });
    const orders = async () => (await ask<{ orders: readonly Order[] }>('my-orders')).orders;
    const order = await eventually('the order and its account', async () => {
      const [first] = await orders();
      if (first?.status !== 'fulfilled' || first.documents.length === 0) throw new Error('not yet');
      return first;
    });
    const [invoice] = order.documents;
    // $99 with 23 % Portuguese VAT in it: 99 × 23 / 123.
    const bought = { cents: [9_900, 1_851, 8_049, 0], times: allTimes([order, await ask('billing/pending')]) };
    expect
      .soft(
        await compare({
          name: 'purchase',
          figures: bought,
          places: [
            ['billing history', screen('/billing/history', 'main tr, main li', order.orderNumber), [9_900]],
            ['receipt', mail(order.orderNumber, '99'), [9_900]],
            ['invoice', pdf(`billing/document.pdf?number=${invoice?.number}`), [9_900, 1_851]],
            ['history file', row('billing/history.csv', invoice?.number ?? ''), [9_900]],
            ['office', inOffice(`orders/${order.orderId}`, order.orderNumber), [9_900]],
          ],
        }),
      )
      .toEqual([]);

    const [account] = (await ask<{ accounts: readonly Account[] }>('account/data')).accounts;
    if (!account) throw new Error('no account');
    await forceOutcome(request, account, 'breached');
    type Report = { readonly inputsSha256: string; readonly equityCents: number; readonly floorCents: number };
    const path = `account/breach?accountId=${account.id}`;
    const report = await eventually('the breach', () => ask<Report>(path));
    await ask('account/dispute', { accountId: account.id, message: 'Nothing traded at that price.' });
    type Claims = {
      readonly claims: readonly { readonly id: string; readonly kind: string; readonly number: string }[];
    };
    const { claims } = await ask<Claims>('claims/fetch');
    const dispute = claims.find(({ kind }) => kind === 'breach-dispute');
    type Details = { readonly accounts: readonly { readonly view: { readonly balanceCents: number } }[] };
    const details = await ask<Details>('account/data');
    const closingCosts = details.accounts.map(({ view }) => Math.abs(view.balanceCents - report.equityCents));
    const breach = {
      cents: [...allCents([await ask(path), details]), ...closingCosts, 0],
      times: allTimes([await ask(path), details, claims, order]),
    };
    const { equityCents, floorCents } = report;
    expect
      .soft(
        await compare({
          name: 'breach',
          figures: breach,
          places: [
            [
              'account',
              screen(`/my-account?account=${account.id}`, '#breach-report', report.inputsSha256),
              [equityCents, floorCents],
            ],
            ['report', pdf(`account/breach.pdf?accountId=${account.id}`), [equityCents, floorCents]],
            ['mail', mail(account.platformAccountId, String(floorCents).slice(-5, -2)), []],
            ['claims', screen('/contact', 'main li, main tr', dispute?.number ?? 'D20'), []],
            ['office', inOffice(`claims/${dispute?.id}`, dispute?.number ?? 'D20'), []],
          ],
        }),
      )
      .toEqual([]);

    const refund = { orderId: order.orderId, items: ['package'], refundCents: 9_900, reason: 'other' };
    await asStaff('identity/confirm', { password: staffPassword });
    await asStaff('admin/orders/refund', refund);
    const refunded = await eventually('the credit note', async () => {
      const [first] = await orders();
      if (first?.status !== 'refunded') throw new Error('not yet');
      return first;
    });
    const credit = refunded.documents.find(({ kind }) => kind === 'credit')?.number ?? '';
    expect
      .soft(
        await compare({
          name: 'refund',
          figures: { cents: bought.cents, times: [...bought.times, Date.now()] },
          places: [
            ['billing history', screen('/billing/history', 'main tr, main li', order.orderNumber), [9_900]],
            ['mail', mail(credit), [9_900]],
            ['credit note', pdf(`billing/document.pdf?number=${credit}`), [9_900, 1_851]],
            ['history file', row('billing/history.csv', credit), [9_900]],
            ['office', inOffice(`orders/${order.orderId}`, order.orderNumber), [9_900]],
          ],
        }),
      )
      .toEqual([]);

    type Payout = { readonly id: string; readonly number: string; readonly status: string } & Readonly<
      Record<'amountCents' | 'firmCents' | 'feeCents' | 'netCents', number>
    >;
    const payeeToken = await signInDemo(request, 'payee@example.com');
    const payee = await openAs(browser, request, 'payee@example.com');
    const ofPayee = readers(payee, office, request, payeeToken, locale, mailbox);
    const { payouts } = await asPerson(request, payeeToken)<{ payouts: readonly Payout[] }>('payouts');
    const paid = payouts.find(({ status }) => status === 'paid');
    if (!paid) throw new Error('no paid payout');
    expect(paid.amountCents - paid.firmCents - paid.feeCents).toBe(paid.netCents);
    const payout = {
      cents: [...allCents(paid), 0],
      times: allTimes([paid, await asPerson(request, payeeToken)('payee/fetch')]),
    };
    expect
      .soft(
        await compare({
          name: 'payout',
          figures: payout,
          places: [
            ['history', ofPayee.screen('/withdrawal/history', 'main li', paid.number), [paid.netCents]],
            ['office', inOffice(`payouts?q=${paid.number}`, paid.number, 'main tr'), [paid.netCents]],
            ['ledger', inOffice(`ledger?q=${paid.number}`, paid.number, 'main table'), [paid.netCents]],
          ],
        }),
      )
      .toEqual([]);

    const affiliateToken = await signInDemo(request, 'affiliate@example.com');
    const affiliate = await openAs(browser, request, 'affiliate@example.com');
    const ofAffiliate = readers(affiliate, office, request, affiliateToken, locale, mailbox);
    type Commission = { readonly id: string; readonly amountCents: number; readonly baseCents: number };
    type Dashboard = {
      readonly affiliate: { readonly commissions: readonly (Commission & { readonly buyer: string })[] };
    };
    const { commissions } = (await asPerson(request, affiliateToken)<Dashboard>('affiliate/data')).affiliate;
    const [commission] = commissions;
    if (!commission) throw new Error('no commission');
    const earned = { cents: [...allCents(commissions), 0], times: allTimes(commissions) };
    expect
      .soft(
        await compare({
          name: 'commission',
          figures: earned,
          places: [
            [
              'dashboard',
              ofAffiliate.screen('/affiliate-dashboard', 'main tr', commission.buyer),
              [commission.amountCents],
            ],
            ['file', ofAffiliate.row('affiliate/commissions.csv', commission.buyer), [commission.amountCents]],
            ['office', inOffice(`commissions/${commission.id}`, 'affiliate@example.com'), [commission.amountCents]],
          ],
        }),
      )
      .toEqual([]);
  });
}
