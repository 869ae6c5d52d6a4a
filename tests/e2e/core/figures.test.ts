import type { APIRequestContext, Page } from '@playwright/test';
import { type Locale, locales } from '#i18n/locales.ts';
import { dayMs } from '#lib/durations.ts';
import { localizePath } from '#routes.ts';
import { textOf } from '../../server/support/pdf-text.ts';
import { eventually } from '../../support/eventually.ts';
import { type Account, asPerson, buy, forceOutcome, register, signInWith } from '../accounts/account-fixtures.ts';
import { buyerPassword, emailOf } from '../buyer-names.ts';
import { expect, type Mailbox, openContext, openMailbox, test } from '../fixtures.ts';
import { openAs, signInDemo, staffPassword } from '../staff.ts';

/** What one matter costs and when it happens: every amount and date of its places is one of these. */
type Figures = { readonly cents: readonly number[]; readonly times: readonly number[] };
/** Where it is read, what it says there, and the amounts that mustn’t be missing there. */
type Place = readonly [name: string, read: () => Promise<string>, required: readonly number[]];
type Matter = { readonly name: string; readonly figures: Figures; readonly places: readonly Place[] };

/** Amounts with two decimals in any language’s separators; `$1,400.00` and `1 400,00 $US` are 140000. */
const amount = /(?<![\d.,/:])(?:\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+|\d+)[.,]\d{2}(?![\d%:/]|[.,]\d)/g;
const centsIn = (text: string) => [...text.matchAll(amount)].map(([found]) => Number(found.replace(/\D/g, '')));

const months = [
  'jan',
  'f',
  'mar',
  'a[pvb]r',
  'ma[iy]',
  'juin|jun',
  'juil|jul',
  'ao|au|ag',
  'se',
  'o[uc]',
  'no',
  'd[eé]',
];
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

/** What the last line of a run prints: each place of each matter, and whether it agrees. */
type Compared = string[];

async function compare({ name, figures, places }: Matter, compared: Compared): Promise<string[]> {
  const days = new Set(figures.times.flatMap(daysOf));
  const problems: string[] = [];
  for (const [place, read, required] of places) {
    const text = (await read()).replace(/\s+/g, ' ');
    const found = centsIn(text);
    const before = problems.length;
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
    compared.push(`${name} | ${place} | ${problems.length === before ? `agrees (${found.length})` : 'differs'}`);
  }
  return problems;
}

/** Every amount of an answer, without signs. */
function allCents(data: unknown, name = ''): number[] {
  if (typeof data === 'number') return /Cents$/.test(name) ? [Math.abs(data)] : [];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => allCents(value, Array.isArray(data) ? name : key));
}

/** The sums after each of several amounts, in the order of a balance. */
function sumsOf(rows: readonly { readonly amountCents: number; readonly status: string }[]): number[] {
  let sum = 0;
  return rows.toReversed().map(({ amountCents, status }) => {
    sum += status === 'available' ? amountCents : 0;
    return sum;
  });
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
    /** All mails with a key, once there are so many. */
    mails: (key: string, count: number) => () =>
      eventually(`${count} mails with ${key}`, async () => {
        const mails = (await mailbox.all()).filter(({ text }) => text.includes(key));
        if (mails.length < count) throw new Error(`there are ${mails.length}`);
        return mails.map(({ text }) => text).join('\n');
      }),
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

type Payout = { readonly id: string; readonly number: string; readonly status: string } & Readonly<
  Record<'amountCents' | 'firmCents' | 'feeCents' | 'netCents', number>
>;

type Ask = ReturnType<typeof asPerson>;

/** Requests $300.00 which a rule approves and the rail pays. */
async function payOut(ask: Ask) {
  const [account] = (await ask<{ accounts: readonly { readonly accountId: string }[] }>('payouts/accounts')).accounts;
  type Payee = { readonly destinations: readonly { readonly id: string; readonly usableAt: number }[] };
  const { destinations } = await ask<Payee>('payee/fetch');
  const destination = destinations.find(({ usableAt }) => usableAt < Date.now());
  if (!account || !destination) throw new Error('nothing to pay out, or nowhere to');
  const { accountId } = account;
  const form = { accountId, amountCents: 30_000, destinationId: destination.id };
  const { quote } = await ask<{ quote: { netCents: number } }>(
    `payouts/quote?accountId=${accountId}&requestedCents=30000&destinationId=${destination.id}`,
  );
  const { payout } = await ask<{ payout: Payout }>('payouts/request', { ...form, expectedNetCents: quote.netCents });
  const payoutId = payout.id;
  const paid = await eventually('the payment by the rail, once the money has left the account', async () => {
    const { payout: current } = await ask<{ payout: Payout }>(`payouts/details?payoutId=${payoutId}`);
    if (current.status !== 'paid') throw new Error(`it is ${current.status}`);
    return current;
  });
  return { accountId, paid };
}

for (const locale of locales) {
  test(`a purchase, a disputed breach, a refund, a payout and a commission are the same figures everywhere, in ${locale}`, async ({
    page,
    browser,
    mailbox,
  }) => {
    const { request } = page;
    const compared: Compared = [];
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
    const ofStaff = readers(office, office, request, staff, locale, mailbox);
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
        await compare(
          {
            name: 'purchase',
            figures: bought,
            places: [
              ['billing history', screen('/billing/history', 'main tr, main li', order.orderNumber), [9_900]],
              ['receipt', mail(order.orderNumber, '99'), [9_900]],
              ['invoice', pdf(`billing/document.pdf?number=${invoice?.number}`), [9_900, 1_851]],
              ['history file', row('billing/history.csv', invoice?.number ?? ''), [9_900]],
              ['office', inOffice(`orders/${order.orderId}`, order.orderNumber), [9_900]],
              ['office file', ofStaff.row(`admin/orders/file?q=${order.orderNumber}`, order.orderNumber), [9_900]],
            ],
          },
          compared,
        ),
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
        await compare(
          {
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
              ['office file', ofStaff.row(`admin/claims/file?q=${dispute?.number}`, dispute?.number ?? 'D20'), []],
            ],
          },
          compared,
        ),
      )
      .toEqual([]);

    type Fills = { readonly fills: readonly { id: string; at: number; priceTicks: number; feeCents: number }[] };
    const { fills } = await ask<Fills>(`fills?accountId=${account.id}`);
    const [fill] = fills;
    if (!fill) throw new Error('no fill');
    // A tick of ES and MES is a quarter of a point.
    const traded = { cents: [fill.priceTicks * 25, fill.feeCents], times: [fill.at, fill.at + dayMs] };
    expect
      .soft(
        await compare(
          {
            name: 'fill',
            figures: traded,
            places: [['file', row(`fills.csv?accountId=${account.id}`, fill.id), traded.cents]],
          },
          compared,
        ),
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
        await compare(
          {
            name: 'refund',
            figures: { cents: bought.cents, times: [...bought.times, Date.now()] },
            places: [
              ['billing history', screen('/billing/history', 'main tr, main li', order.orderNumber), [9_900]],
              ['mail', mail(credit), [9_900]],
              ['credit note', pdf(`billing/document.pdf?number=${credit}`), [9_900, 1_851]],
              ['history file', row('billing/history.csv', credit), [9_900]],
              ['office', inOffice(`orders/${order.orderId}`, order.orderNumber), [9_900]],
              ['office file', ofStaff.row(`admin/orders/file?q=${order.orderNumber}`, order.orderNumber), [9_900]],
            ],
          },
          compared,
        ),
      )
      .toEqual([]);

    const payeeMail = openMailbox(request, emailOf({ name: `figures-${locale}`, platform: 'rithmic' }));
    const signIn = { email: payeeMail.address, password: buyerPassword };
    const answer = await request.post('/api/submit_login', { data: signIn });
    const { token: payeeToken } = (await answer.json()) as { token: string };
    const askPayee = asPerson(request, payeeToken);
    await request.post('/api/profile/update', {
      headers: { Authorization: `Bearer ${payeeToken}` },
      multipart: { first_name: 'Grace', last_name: 'Hopper', country: 'PT', language: locale },
    });
    const payeePage = await (await openContext(browser)).newPage();
    await signInWith(payeePage, { token: payeeToken });
    const ofPayee = readers(payeePage, office, request, payeeToken, locale, payeeMail);
    const { accountId, paid } = await payOut(askPayee);
    expect(paid.amountCents - paid.firmCents - paid.feeCents).toBe(paid.netCents);
    const payee = await askPayee('payee/fetch');
    const payout = { cents: [...allCents(paid), 0], times: allTimes([paid, payee]) };
    type Certificates = { readonly certificates: readonly { readonly id: string }[] };
    const certificate = await eventually('the certificate', async () => {
      const { certificates } = await askPayee<Certificates>(`certificates?accountId=${accountId}`);
      if (!certificates[0]) throw new Error('there is none');
      return certificates[0];
    });
    const { orders: payeeOrders } = await askPayee<{ orders: readonly Order[] }>('my-orders');
    const year = new Date().getUTCFullYear();
    expect
      .soft(
        await compare(
          {
            name: 'payout',
            figures: payout,
            places: [
              ['history', ofPayee.screen('/withdrawal/history', 'main li', paid.number), [paid.netCents]],
              ['mails of four stages', ofPayee.mails(paid.number, 4), [paid.amountCents, paid.netCents]],
              ['certificate', ofPayee.pdf(`certificates/document?certificateId=${certificate.id}`), [paid.netCents]],
              ['statement file', ofPayee.row(`annual-statements.csv?year=${year}`, paid.number), [paid.netCents]],
              ['office', inOffice(`payouts?q=${paid.number}`, paid.number, 'main tr'), [paid.netCents]],
              ['office file', ofStaff.row(`admin/payouts/file?q=${paid.number}`, paid.number), [paid.netCents]],
              ['ledger', inOffice(`ledger?q=${paid.number}`, paid.number, 'main table'), [paid.netCents]],
              ['ledger file', ofStaff.row(`admin/ledger/file?q=${paid.number}`, paid.number), [paid.netCents]],
            ],
          },
          compared,
        ),
      )
      .toEqual([]);
    expect
      .soft(
        await compare(
          {
            name: 'statement',
            figures: {
              cents: [...payout.cents, ...allCents(payeeOrders)],
              times: [...payout.times, ...allTimes(payeeOrders), Date.now(), Date.UTC(year, 11, 31)],
            },
            places: [['PDF', ofPayee.pdf(`annual-statements.pdf?year=${year}`), [paid.netCents]]],
          },
          compared,
        ),
      )
      .toEqual([]);

    const affiliateToken = await signInDemo(request, 'affiliate@example.com');
    const affiliate = await openAs(browser, request, 'affiliate@example.com');
    const ofAffiliate = readers(affiliate, office, request, affiliateToken, locale, mailbox);
    type Commission = { readonly id: string; readonly status: string } & Readonly<
      Record<'amountCents' | 'baseCents', number>
    >;
    type Dashboard = {
      readonly affiliate: { readonly commissions: readonly (Commission & { readonly buyer: string })[] };
    };
    const { commissions } = (await asPerson(request, affiliateToken)<Dashboard>('affiliate/data')).affiliate;
    const [commission] = commissions;
    const released = commissions.findLast(({ status }) => status === 'available');
    const { payouts: withdrawn } = await asPerson(
      request,
      affiliateToken,
    )<{
      payouts: readonly Payout[];
    }>('affiliate/payouts');
    const [sent] = withdrawn;
    if (!commission || !released || !sent) throw new Error('no commission');
    const earned = {
      // Each line of the balance’s file ends with a sum of commissions.
      cents: [...allCents(commissions), ...allCents(sent), ...sumsOf(commissions), 0],
      times: [...allTimes(commissions), ...allTimes(withdrawn)],
    };
    expect
      .soft(
        await compare(
          {
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
              [
                'office file',
                ofStaff.row(`admin/commissions/file?q=${commission.id}`, commission.id),
                [commission.amountCents],
              ],
              ['balance file', ofAffiliate.row('affiliate/statement.csv', released.id), [released.amountCents]],
              [
                'payout screen',
                ofAffiliate.screen('/affiliate-dashboard', 'main p, main tr', sent.number),
                [sent.netCents],
              ],
              ['payout in the office', inOffice(`payouts?q=${sent.number}`, sent.number, 'main tr'), [sent.netCents]],
            ],
          },
          compared,
        ),
      )
      .toEqual([]);
    console.log(`\n${locale}: matter | place | result (amounts)\n${compared.join('\n')}`);
  });
}
