import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { countClick } from '#server/affiliates/count-click.ts';
import { releaseCommissions } from '#server/affiliates/release-commissions.ts';
import { deleteExpired } from '#server/privacy/delete-expired.ts';
import * as calls from '#shared/affiliates/contract.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

type Visit = {
  code: string;
  browserSessionId?: string;
  counted?: boolean;
  page?: string;
  sub1?: string;
  click_id?: string;
};

const visit = (body: Visit, userAgent = firefox) =>
  shop.ask(calls.countLink, { body, headers: { 'User-Agent': userAgent } });

const application = () => ({
  code: `ada-${randomUUID().slice(0, 8)}`,
  channel: 'https://video.example/ada',
  audience: 'Two thousand futures traders.',
  termsUse: 1 as const,
});

/** The path of the decision page in the newest application mail. */
async function decisionPath(code: string): Promise<string> {
  const mails = await shop.server.mails(shop.server.deps.catalog.site.supportEmail);
  const mail = mails.find(({ subject }) => subject.includes(code));
  const found = /https?:\/\/[^/]+(\/api\/affiliation\/decide\S+)/.exec(mail?.text ?? '')?.[1];
  if (!found) throw new Error('no link to decide');
  return found;
}

const decide = (path: string, status: 'approved' | 'declined') =>
  shop.server.app.request(path, { method: 'POST', body: new URLSearchParams({ status }) });

async function affiliate() {
  const person = await shop.signIn();
  const body = application();
  await shop.ask(calls.affiliateSignup, { body, token: person.token });
  await shop.server.drain();
  await decide(await decisionPath(body.code), 'approved');
  await shop.server.drain();
  return { ...person, code: body.code };
}

async function dashboard(token: string) {
  const { data } = await shop.ask(calls.affiliateData, { token });
  if (!data.affiliate) throw new Error('not an affiliate');
  return data.affiliate;
}

/** Sells a Classic 50K for $149, without tax, to a buyer in the United States who came through the code's link. */
async function sell(code: string, change: Parameters<typeof orderForm>[0] = {}) {
  const browserSessionId = randomUUID();
  await visit({ code, browserSessionId, page: '/classic-accounts', sub1: 'video', click_id: 'c-1' });
  const opened = await shop.order(orderForm({ browserSessionId, country: 'US', ...change }));
  await shop.press(opened, 'paid');
  await shop.server.drain();
  return opened;
}

describe('joining', () => {
  test('an application waits for the firm, which approves it once and by email', async () => {
    const { token, email, personId } = await shop.signIn();
    const body = application();
    expect((await shop.ask(calls.affiliateData, { token })).data).toMatchObject({ status: 'none', affiliate: null });
    expect(await shop.ask(calls.affiliateSignup, { body, token })).toMatchObject({ response_status: 200 });
    expect(await shop.ask(calls.affiliateSignup, { body, token })).toMatchObject({ response_status: 409 });
    expect((await shop.ask(calls.affiliateData, { token })).data.status).toBe('pending');
    await visit({ code: body.code, browserSessionId: 'early' });
    await shop.server.drain();
    // The code lets nobody in, so the record of the mail keeps it.
    const { rows } = await sql<{ subject: string }>`
      select subject from mail where dedupe_key like ${`affiliate-application:${personId}:%`}`.execute(
      shop.server.deps.db,
    );
    expect(rows).toEqual([{ subject: `Affiliate application: ${body.code}` }]);
    const path = await decisionPath(body.code);
    expect((await shop.server.app.request(path)).status).toBe(200);
    expect(
      (await shop.server.app.request(path.replace(/key=(.)/, (_, first) => `key=${first === 'A' ? 'B' : 'A'}`))).status,
    ).toBe(404);
    await Promise.all([decide(path, 'approved'), decide(path, 'approved')]);
    await decide(path, 'declined');
    await shop.server.drain();
    expect((await shop.ask(calls.affiliateData, { token })).data).toMatchObject({
      status: 'approved',
      affiliate: { code: body.code, coupon: null, days: [], commissions: [] },
    });
    const subjects = (await shop.server.mails(email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Já é afiliado']);
    const { roles } = await shop.server.deps.db
      .selectFrom('person')
      .select('roles')
      .where('id', '=', personId)
      .executeTakeFirstOrThrow();
    expect(roles).toEqual(['affiliate']);
  });

  test('a taken or reserved code and a missing consent are rejected by field', async () => {
    const { code } = await affiliate();
    const { token } = await shop.signIn();
    const fieldsOf = async (change: object) => {
      const body = { ...application(), ...change } as ReturnType<typeof application>;
      return Object.keys((await shop.ask(calls.affiliateSignup, { body, token })).validation_errors);
    };
    expect(await fieldsOf({ code: code.toUpperCase() })).toEqual(['code']);
    expect(await fieldsOf({ code: 'tidemark-official' })).toEqual(['code']);
    expect(await fieldsOf({ code: 'a b' })).toEqual(['code']);
    expect(await fieldsOf({ termsUse: 0 })).toEqual(['termsUse']);
  });

  test('a declined person may apply again', async () => {
    const { token } = await shop.signIn();
    const first = application();
    await shop.ask(calls.affiliateSignup, { body: first, token });
    await shop.server.drain();
    await decide(await decisionPath(first.code), 'declined');
    expect((await shop.ask(calls.affiliateData, { token })).data.status).toBe('declined');
    expect(await shop.ask(calls.affiliateSignup, { body: application(), token })).toMatchObject({
      response_status: 200,
    });
  });
});

describe('clicks', () => {
  test('a browser counts once per link and day; bots and empty user agents don’t count', async () => {
    const { code, token } = await affiliate();
    const browserSessionId = randomUUID();
    await visit({ code, browserSessionId });
    await visit({ code, browserSessionId });
    await visit({ code, browserSessionId, sub1: 'mail' });
    await visit({ code, browserSessionId: randomUUID() });
    for (const agent of ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0', '']) {
      await visit({ code, browserSessionId: randomUUID() }, agent);
    }
    await shop.server.clock.advance(dayMs);
    await visit({ code, browserSessionId });
    const { days, links } = await dashboard(token);
    expect(days.map(({ clicks }) => clicks)).toEqual([3, 1]);
    expect(links).toEqual([
      { page: '/', subs: {}, clicks: 3, orders: 0, amountCents: 0 },
      { page: '/', subs: { sub1: 'mail' }, clicks: 1, orders: 0, amountCents: 0 },
    ]);
  });
});

describe('consent', () => {
  const order = (browserSessionId: string) => shop.order(orderForm({ browserSessionId, country: 'US', again: 1 }));
  const readClicks = (personId: string) =>
    shop.server.deps.db
      .selectFrom('affiliate_click')
      .select(['browser', 'click_id', 'consent_version'])
      .where('affiliate_id', '=', personId)
      .execute();

  test('a visit is counted without an id until the visitor consents, and is then still counted once', async () => {
    const { code, token, personId } = await affiliate();
    await visit({ code, click_id: 'c-1' });
    await visit({ code, click_id: 'c-2' });
    const rows = await readClicks(personId);
    expect(rows.map(({ click_id, consent_version }) => [click_id, consent_version])).toEqual([
      [null, null],
      [null, null],
    ]);
    const browserSessionId = randomUUID();
    expect((await shop.row(await order(browserSessionId))).affiliate_id).toBeNull();

    await visit({ code, browserSessionId, counted: true });
    await visit({ code, browserSessionId, counted: true });
    // The consented visit replaces one without an id; repeating it replaces none.
    expect((await dashboard(token)).days.map(({ clicks }) => clicks)).toEqual([2]);
    expect(await readClicks(personId)).toContainEqual({
      browser: browserSessionId,
      click_id: null,
      consent_version: '2',
    });
    expect(await shop.row(await order(browserSessionId))).toMatchObject({ affiliate_id: personId });
  });

  test('withdrawing consent ends the attribution of later orders, and the visit stays counted', async () => {
    const { code, token, personId } = await affiliate();
    const browserSessionId = randomUUID();
    await visit({ code, browserSessionId, click_id: 'c-1' });
    const before = await order(browserSessionId);
    expect((await shop.ask(calls.forgetLink, { body: { browserSessionId } })).response_status).toBe(200);
    expect((await shop.ask(calls.forgetLink, { body: { browserSessionId } })).response_status).toBe(200);
    expect((await shop.row(await order(browserSessionId))).affiliate_id).toBeNull();
    expect(await shop.row(before)).toMatchObject({ affiliate_id: personId });
    expect((await dashboard(token)).days.map(({ clicks }) => clicks)).toEqual([1]);
    expect(JSON.stringify(await readClicks(personId))).not.toContain(browserSessionId);
  });

  test('the browser’s id is deleted once it can no longer attribute an order', async () => {
    const { code, personId } = await affiliate();
    const browserSessionId = randomUUID();
    await visit({ code, browserSessionId });
    await shop.server.clock.advance(30 * dayMs);
    await deleteExpired(shop.server.deps);
    expect(await readClicks(personId)).toMatchObject([{ browser: browserSessionId }]);
    await shop.server.clock.advance(1_000);
    await deleteExpired(shop.server.deps);
    expect(JSON.stringify(await readClicks(personId))).not.toContain(browserSessionId);
  });
});

describe('many clicks at once', () => {
  test('of 500 browsers, 100 bots and 50 repeated visits, exactly the 500 browsers are counted', async () => {
    const { code, token } = await affiliate();
    const agents = ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0', 'facebookexternalhit/1.1', ''];
    const hits = [
      ...Array.from({ length: 500 }, (_, index) => () => visit({ code, browserSessionId: `many-${index}` })),
      ...Array.from({ length: 50 }, (_, index) => () => visit({ code, browserSessionId: `many-${index}` })),
      ...Array.from({ length: 100 }, (_, index) => () => {
        return visit({ code, browserSessionId: `program-${index}` }, agents[index % agents.length]);
      }),
    ];
    await Promise.all(hits.map((hit) => hit()));
    const { days } = await dashboard(token);
    expect(days.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(500);
  });

  test('a click that can’t be stored doesn’t keep the others from being counted', async () => {
    const { code, token } = await affiliate();
    const pages = Array.from({ length: 21 }, (_, index) => (index === 10 ? 'a\u0000b' : '/'));
    const answers = await Promise.allSettled(
      pages.map((page, index) =>
        countClick(shop.server.deps, { code, page, browserSessionId: `beside-${index}` }, { userAgent: firefox }),
      ),
    );
    expect(answers.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([10]);
    const { days } = await dashboard(token);
    expect(days.map(({ clicks }) => clicks)).toEqual([20]);
  });

  test('while the database is unreachable, waiting clicks fail together and not one by one', async () => {
    let statements = 0;
    const unreachable = shop.server.deps.db.withPlugin({
      transformQuery() {
        statements += 1;
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      },
      transformResult: async ({ result }) => result,
    });
    const visits = Array.from({ length: 5 }, (_, index) =>
      countClick({ ...shop.server.deps, db: unreachable }, { code: 'ada', page: `/${index}` }, { userAgent: firefox }),
    );
    const answers = await Promise.allSettled(visits);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect(statements).toBe(1);
  });

  test('250 clicks are stored with three statements of at most 100 clicks each', async () => {
    const { code, token } = await affiliate();
    let statements = 0;
    const counted = shop.server.deps.db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const deps = { ...shop.server.deps, db: counted };
    const visits = Array.from({ length: 250 }, (_, index) =>
      countClick(deps, { code, page: '/', browserSessionId: `crowd-${index}` }, { userAgent: firefox }),
    );
    await Promise.all(visits);
    expect(statements).toBe(3);
    expect((await dashboard(token)).days.map(({ clicks }) => clicks)).toEqual([250]);
  });
});

describe('commission', () => {
  test('a commission of 15 % of the price before tax is pending for 30 days, then available', async () => {
    const { code, token } = await affiliate();
    await sell(code);
    // 15 % of $149.00
    const pending = await dashboard(token);
    expect(pending.balances).toEqual({
      pendingCents: 2_235,
      availableCents: 0,
      heldCents: 0,
      requestedCents: 0,
      paidCents: 0,
    });
    expect(pending.commissions).toMatchObject([
      {
        ...{ kind: 'evaluation', packageId: 'classic-50k', via: 'link', page: '/classic-accounts', clickId: 'c-1' },
        ...{ subs: { sub1: 'video' }, baseCents: 14_900, shareBps: 1_500, amountCents: 2_235, status: 'pending' },
      },
    ]);
    await shop.server.clock.advance(30 * dayMs - 1_000);
    await releaseCommissions(shop.server.deps);
    expect((await dashboard(token)).balances.availableCents).toBe(0);
    await shop.server.clock.advance(1_000);
    await Promise.all([releaseCommissions(shop.server.deps), releaseCommissions(shop.server.deps)]);
    expect((await dashboard(token)).balances).toMatchObject({ pendingCents: 0, availableCents: 2_235 });
  });

  test('buyers’ names and addresses stay hidden, and each buyer has one pseudonym', async () => {
    const { code, token } = await affiliate();
    const email = `buyer-${randomUUID()}@example.com`;
    await sell(code, { email });
    await sell(code, { email: email.toUpperCase(), again: 1 });
    await sell(code);
    const text = JSON.stringify(await dashboard(token));
    expect(text).not.toContain(email);
    expect(text).not.toContain('Buyer');
    const buyers = (await dashboard(token)).commissions.map(({ buyer }) => buyer);
    expect(buyers).toHaveLength(3);
    expect(new Set(buyers).size).toBe(2);
  });

  test('a refund revokes a pending or available commission, and a repeated webhook revokes nothing more', async () => {
    const { code, token } = await affiliate();
    const early = await sell(code);
    await shop.webhook(early, 'refunded');
    await shop.server.drain();
    expect((await dashboard(token)).balances).toMatchObject({ pendingCents: 0, availableCents: 0 });
    const late = await sell(code);
    await shop.server.clock.advance(31 * dayMs);
    await releaseCommissions(shop.server.deps);
    await Promise.all([shop.webhook(late, 'refunded'), shop.webhook(late, 'refunded')]);
    await shop.server.drain();
    const { balances, commissions } = await dashboard(token);
    expect(balances).toMatchObject({ pendingCents: 0, availableCents: 0 });
    expect(commissions.map(({ amountCents, revokedCents }) => amountCents - revokedCents)).toEqual([0, 0]);
  });

  test('the ledger adds up to zero', async () => {
    const { rows } = await sql<{ sum: string }>`select sum(amount_cents) as sum from ledger_entry`.execute(
      shop.server.deps.db,
    );
    expect(Number(rows[0]?.sum)).toBe(0);
  });
});

describe('an affiliate’s coupon', () => {
  test('can be changed once a month, and the former coupon keeps working', async () => {
    const { token, personId } = await affiliate();
    const [first, second] = [`ADA${randomUUID().slice(0, 5)}`, `NEW${randomUUID().slice(0, 5)}`].map((code) =>
      code.toUpperCase(),
    ) as [string, string];
    const change = (coupon: string) => shop.ask(calls.updateAffiliateCoupon, { body: { coupon }, token });
    expect(await change(first.toLowerCase())).toMatchObject({ response_status: 200, data: { coupon: first } });
    expect(await change(second)).toMatchObject({ response_status: 409 });
    await shop.server.clock.advance(30 * dayMs);
    expect(await change(second)).toMatchObject({ response_status: 200 });
    const selection = { ...orderForm().selection, coupon: first };
    const opened = await shop.order(orderForm({ selection, expectedTotalCents: 14_155, country: 'US' }));
    expect(await shop.row(opened)).toMatchObject({ affiliate_id: personId, affiliate_via: 'coupon' });
  });

  test('can be neither another affiliate’s current or former coupon nor one of the firm’s', async () => {
    const [one, two] = [await affiliate(), await affiliate()];
    const coupon = `ADA${randomUUID().slice(0, 5)}`.toUpperCase();
    const change = (token: string, code: string) =>
      shop.ask(calls.updateAffiliateCoupon, { body: { coupon: code }, token });
    await change(one.token, coupon);
    expect((await change(two.token, coupon)).validation_errors).toHaveProperty('coupon');
    await shop.server.clock.advance(31 * dayMs);
    await change(one.token, `${coupon}X`);
    expect((await change(two.token, coupon)).validation_errors).toHaveProperty('coupon');
    expect((await change(two.token, 'TIDEMARK5')).validation_errors).toHaveProperty('coupon');
    const stranger = await shop.signIn();
    expect((await change(stranger.token, 'FREELY')).response_status).toBe(404);
  });
});

describe('the commission file', () => {
  test('shows for each commission the order, click and amounts it is based on', async () => {
    const { code, token } = await affiliate();
    await sell(code);
    const response = await shop.server.app.request('/api/affiliate/commissions.csv', {
      headers: { Authorization: `Bearer ${token}` },
    });
    const [head, line] = (await response.text())
      .trim()
      .split('\r\n')
      .map((row) => row.split(','));
    const row = Object.fromEntries((head ?? []).map((name, index) => [name, line?.[index]]));
    expect(row).toMatchObject({
      ...{ order: 'evaluation', package: 'classic-50k', via: 'link', page: '/classic-accounts', sub1: 'video' },
      ...{ click_id: 'c-1', price_before_tax: '149.00', share_percent: '15', commission_usd: '22.35' },
      ...{ taken_back_usd: '0.00', status: 'pending' },
    });
  });
});
