import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { getCatalog } from '#content/catalog.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { ingestInTransaction } from '#server/accounts/feed/ingest.ts';
import { stopTrader } from '#server/accounts/simulator/simulated-traders.ts';
import { createApp } from '#server/app.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { createPayments } from '#server/billing/ports/payments/create.ts';
import { connectEmbedded } from '#server/core/database/connect.ts';
import type { Deps } from '#server/core/deps.ts';
import { newToken, sha256 } from '#server/core/encryption.ts';
import type { Env } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { handlers } from '#server/firm/jobs.ts';
import { remindBuyers } from '#server/orders/checkout/remind.ts';
import { seedTraderPayee } from '#server/payouts/payees/seed-trader.ts';
import { hashPassword } from '#server/people/password/hash.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import {
  previousTradingDay,
  sessionCloseAt,
  sessionOpenAt,
  type TradingDay,
  tradingDayOf,
} from '#shared/exchange/trading-day.ts';
import { createOrder, quoteOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { addDestination } from '#shared/payouts/contract-payees.ts';
import { client } from '../server/support/client.ts';
import { unlimited } from '../support/unlimited.ts';
import { joinAndSell, makeEarnedCommissionsPayable } from './affiliates/referrers.ts';
import { type BuyerName, buyerPassword, buyers, classicCoupon, emailOf } from './buyer-names.ts';

const extras = { addOns: [], coupon: '' };
const allExchanges = { exchanges: [] };

/**
 * Gives some buyers a history that a browser can't create in a minute: a card declined at renewals,
 * a passed evaluation, a breached one, an expired order. All through the server's own services, at the right times.
 */
export async function prepareBuyers(env: Env, chosen: readonly Omit<BuyerName, 'email'>[] = buyers): Promise<void> {
  const now = Date.now();
  let at = now;
  const connection = await connectEmbedded({ dataDir: env.dataDir });
  const server = await createServer({
    env,
    catalog: getCatalog(),
    connection,
    clock: () => new Date(at),
    log: pino({ level: 'warn' }),
    recurring: false,
    replace: { limits: unlimited },
  });
  const post: typeof fetch = async (input, init) => app.request(new URL(String(input)).pathname, init);
  const deps: Deps = { ...server.deps, payments: await createPayments(server.deps, post) };
  const app = createApp(deps);
  const ask = client({ app });

  async function settle(): Promise<void> {
    const { errors } = await server.jobs.drain(deps, handlers);
    if (errors.length > 0) throw errors[0];
  }

  async function signUp({ email, country }: { email: string; country: string }): Promise<string> {
    const [id, token] = [randomUUID(), newToken()];
    const names = { first_name: 'Grace', last_name: 'Hopper', country, locale: 'en' };
    const password_hash = await hashPassword(buyerPassword);
    const created_at = new Date(at);
    await deps.db
      .insertInto('person')
      .values({ id, email, ...names, password_hash, email_verified_at: created_at, created_at })
      .execute();
    const expires_at = new Date(now + hourMs);
    const session = { id: randomUUID(), person_id: id, token_hash: sha256(token), user_agent: '', ip: '' };
    await deps.db
      .insertInto('session')
      .values({ ...session, created_at, expires_at })
      .execute();
    return token;
  }

  async function open(token: string, email: string, selection: ProductSelection) {
    const { data: quote } = await ask(quoteOrder, { body: { selection }, token });
    const body = {
      selection,
      expectedTotalCents: quote.totalCents,
      ...{ email, first_name: 'Grace', last_name: 'Hopper', country: 'PT' },
      ...{ termsUse: 1 as const, startNow: 1 as const, renewalConsent: 1 as const, again: 0 as const },
    };
    const opened = await ask(createOrder, { body, token, idempotencyKey: randomUUID() });
    if (opened.response_status !== 200) throw new Error(`${selection.kind}: ${opened.response_message}`);
    return opened;
  }

  async function buy(token: string, email: string, selection: ProductSelection, renewals: 'pay' | 'decline') {
    const opened = await open(token, email, selection);
    const form = new URLSearchParams({ outcome: 'paid', delivery: 'normal', renewals });
    await app.request(new URL(opened.data.paymentUrl).pathname, { method: 'POST', body: form });
    await settle();
    return opened.data.orderId;
  }

  /** What the platform reports; the simulated trader is removed afterward unless `goesOn` is set. */
  async function trade(orderId: string, events: readonly AccountEvent[], { goesOn = false } = {}): Promise<void> {
    await deps.db.transaction().execute(async (trx) => {
      const { id } = await trx
        .selectFrom('trading_account')
        .select('id')
        .where('order_id', '=', orderId)
        .executeTakeFirstOrThrow();
      if (!goesOn) await stopTrader(trx, id);
      await ingestInTransaction(
        deps,
        trx,
        id,
        events.map((event, index) => ({ sourceId: `event:${index}`, event })),
      );
    });
  }

  async function offerCoupon(): Promise<void> {
    await deps.db
      .insertInto('coupon')
      .values({
        ...{ id: randomUUID(), code: classicCoupon, percent_bps: 2_000, programs: ['classic'], uses: null },
        ...{ once_per_person: false, starts_at: new Date(now - dayMs), expires_at: new Date(now + 30 * dayMs) },
        ...{ created_by: 'person:demo-admin', created_at: new Date(now - dayMs), ended_at: null },
      })
      .execute();
  }

  /** Breached and still subscribed, with a card that was declined for the next period. */
  async function fallBehind({ email, platform }: BuyerName): Promise<void> {
    at = now - 32 * dayMs;
    const token = await signUp({ email, country: 'PT' });
    const failed = await buy(
      token,
      email,
      { kind: 'evaluation', packageId: 'classic-25k', platform, ...extras },
      'decline',
    );
    await trade(failed, losingDay(previousTradingDay(tradingDayOf(now))));
  }

  /** One order is expired and another is an hour old; both reminders were sent on time. */
  async function leaveOrdersUnpaid({ email, platform }: BuyerName): Promise<void> {
    const token = await signUp({ email, country: 'PT' });
    for (const [packageId, openedAt] of [
      ['ascension-25k', now - 26 * hourMs],
      ['ascension-50k', now - 1.1 * hourMs],
    ] as const) {
      at = openedAt;
      await open(token, email, { kind: 'evaluation', packageId, platform, ...extras });
      at += 1.05 * hourMs;
      await remindBuyers(deps);
      await settle();
    }
  }

  async function buyAndTrade({ email, platform }: BuyerName): Promise<void> {
    at = now - 32 * dayMs;
    const token = await signUp({ email, country: 'PT' });
    const data = {
      kind: 'market-data',
      packageId: 'cme-all-top',
      platform,
      professional: false,
      ...extras,
      ...allExchanges,
    } as const;
    await buy(token, email, { kind: 'evaluation', packageId: 'classic-50k', platform, ...extras }, 'decline');
    await buy(token, email, data, 'decline');
    at = now - 12 * dayMs;
    const passed = await buy(
      token,
      email,
      { kind: 'evaluation', packageId: 'ascension-50k', platform, ...extras },
      'pay',
    );
    const breached = await buy(
      token,
      email,
      { kind: 'evaluation', packageId: 'classic-25k', platform, ...extras },
      'pay',
    );
    const last = previousTradingDay(tradingDayOf(now));
    const days = [previousTradingDay(previousTradingDay(last)), previousTradingDay(last)];
    await trade(passed, days.flatMap(winningDay));
    await trade(breached, days.slice(0, 1).flatMap(losingDay));
  }

  /** Fifteen winning days on a funded account and a bank account added long enough ago: all that a payout needs. */
  async function qualifyForPayout({ email, platform }: BuyerName): Promise<void> {
    at = now - 27 * dayMs;
    const token = await signUp({ email, country: 'PT' });
    const orderId = await buy(token, email, { kind: 'evaluation', packageId: 'merit-50k', platform, ...extras }, 'pay');
    const days = [previousTradingDay(tradingDayOf(now))];
    while (days.length < 15) days.unshift(previousTradingDay(days[0] ?? tradingDayOf(now)));
    await trade(
      orderId,
      days.flatMap((day, index) => smallWin(day, [32, 28, 30][index % 3] ?? 0)),
    );
    at = now - 4 * dayMs;
    await deps.db
      .updateTable('session')
      .set({ confirmed_at: new Date(at) })
      .where('token_hash', '=', sha256(token))
      .execute();
    const home = { street: 'Rua da Prata 80', city: 'Lisboa', post_code: '1100-420', country: 'PT' };
    const account = { kind: 'iban', payee_name: 'Grace Hopper', iban: ownIban(email), ...home } as const;
    const added = await ask(addDestination, { body: account, token });
    if (added.response_status !== 200) throw new Error(`destination: ${added.response_message}`);
    await settle();
  }

  /** Identity, tax form and agreement as well. */
  async function verify({ email, name, platform }: BuyerName): Promise<void> {
    const { id } = await deps.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    await seedTraderPayee(deps, id, `${name}-${platform}`);
    // The sample's accounts are the demo payee's as well, and payouts to a shared account wait for a person.
    await deps.db.deleteFrom('payout_destination').where('id', 'like', `${name}-${platform}-destination-%`).execute();
  }

  async function bePayable(buyer: BuyerName): Promise<void> {
    await qualifyForPayout(buyer);
    await verify(buyer);
  }

  /** A Classic 25K bought twelve days ago. @returns its order's id */
  async function buyClassic({ email, platform }: BuyerName): Promise<string> {
    at = now - 12 * dayMs;
    const token = await signUp({ email, country: 'PT' });
    return buy(token, email, { kind: 'evaluation', packageId: 'classic-25k', platform, ...extras }, 'pay');
  }

  /** Two fills last Saturday, when only a simulated market trades: a win of ten ticks with one contract. */
  async function tradeOnSaturday(buyer: BuyerName): Promise<void> {
    const orderId = await buyClassic(buyer);
    const one = { ...es, type: 'fill', quantity: 1 } as const;
    const saturday = lastSaturdayBefore(now);
    await trade(orderId, [
      { ...one, at: saturday + 14 * hourMs, side: 'buy', priceTicks: 20_000 },
      { ...one, at: saturday + 15 * hourMs, side: 'sell', priceTicks: 20_010 },
    ]);
  }

  /** Four winning days and $2,500.00: everything a Classic 25K requires except its fifth day. */
  async function tradeFourDays(buyer: BuyerName): Promise<void> {
    const orderId = await buyClassic(buyer);
    const days = [previousTradingDay(tradingDayOf(now))];
    while (days.length < 4) days.unshift(previousTradingDay(days[0] ?? tradingDayOf(now)));
    await trade(
      orderId,
      days.flatMap((day) => smallWin(day, 50)),
      { goesOn: true },
    );
  }

  /** Forty days as an affiliate: four commissions are available, and all payout requirements are met. */
  async function refer({ name, platform, email }: BuyerName): Promise<void> {
    at = now - 40 * dayMs;
    const token = await signUp({ email, country: 'PT' });
    const coupon = `GRACE${platform === 'rithmic' ? 'R' : 'D'}`;
    const code = `${name}-${platform}`;
    await joinAndSell({ deps, app, ask, settle }, { token, email, code, coupon });
    at = now - 4 * dayMs;
    await makeEarnedCommissionsPayable(deps, email);
  }

  const pasts = {
    earner: qualifyForPayout,
    payable: bePayable,
    'figures-en': bePayable,
    'figures-fr': bePayable,
    'figures-pt': bePayable,
    referrer: refer,
    weekender: tradeOnSaturday,
    finisher: tradeFourDays,
    walker: buyAndTrade,
    hasty: buyAndTrade,
    behind: fallBehind,
    forgetful: leaveOrdersUnpaid,
  } as const;
  await offerCoupon();
  for (const buyer of chosen) await pasts[buyer.name]({ ...buyer, email: emailOf(buyer) });
  at = now;
  await runRenewals(deps);
  await settle();
  await server.close();
}

const es = { instrument: 'ES', month: '2026-12', quantity: 4, feeCents: 0 } as const;

/** Midnight UTC of the last Saturday whose afternoon is over. */
function lastSaturdayBefore(atMs: number): number {
  const midnight = Math.floor(atMs / dayMs) * dayMs;
  // 1970-01-01 was a Thursday.
  const weekday = (Math.floor(atMs / dayMs) + 4) % 7;
  const saturday = midnight - ((weekday + 1) % 7) * dayMs;
  return saturday + 16 * hourMs <= atMs ? saturday : saturday - 7 * dayMs;
}

/** A little over half the profit target of an Ascension 50K. */
function winningDay(day: TradingDay): AccountEvent[] {
  const at = sessionOpenAt(day) + hourMs;
  return [
    { ...es, type: 'fill', at, side: 'buy', priceTicks: 20_000 },
    { ...es, type: 'fill', at: at + hourMs, side: 'sell', priceTicks: 20_032 },
    { type: 'day-close', at: sessionCloseAt(day), day },
  ];
}

/** One contract at $12.50 a tick. */
function smallWin(day: TradingDay, ticks: number): AccountEvent[] {
  const at = sessionOpenAt(day) + hourMs;
  return [
    { ...es, type: 'fill', at, side: 'buy', quantity: 1, priceTicks: 20_000 },
    { ...es, type: 'fill', at: at + hourMs, side: 'sell', quantity: 1, priceTicks: 20_000 + ticks },
    { type: 'day-close', at: sessionCloseAt(day), day },
  ];
}

/** Three contracts and fifty ticks: more than the loss limit of a Classic 25K. */
function losingDay(day: TradingDay): AccountEvent[] {
  const at = sessionOpenAt(day) + hourMs;
  return [
    { ...es, type: 'fill', at, side: 'buy', quantity: 3, priceTicks: 20_000 },
    { type: 'mark', at: at + hourMs, instrument: 'ES', month: '2026-12', priceTicks: 19_950 },
  ];
}

/** An account for one person alone: payouts to a shared one wait until someone has looked at them. */
function ownIban(email: string): string {
  const number = `37040044${String(buyers.findIndex((each) => emailOf(each) === email) + 1).padStart(10, '0')}`;
  // The rest of ISO 7064's MOD 97-10, with DE00 at the end and letters as numbers from 10.
  return `DE${String(98n - (BigInt(`${number}131400`) % 97n)).padStart(2, '0')}${number}`;
}
