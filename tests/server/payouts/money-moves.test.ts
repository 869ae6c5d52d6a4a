import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { amendFills } from '#server/accounts/feed/amend-fills.ts';
import { releaseCommissions } from '#server/affiliates/release-commissions.ts';
import { reviewOwnSales } from '#server/affiliates/review-own-sales.ts';
import { detectFindings } from '#server/risk/detect.ts';
import * as calls from '#shared/affiliates/contract-payouts.ts';
import { refundOrder } from '#shared/firm/contract-corrections.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { decideConduct, openConduct } from '#shared/risk/contract-conduct.ts';
import { dismissFinding } from '#shared/risk/contract-findings.ts';
import { joinAffiliates, readDashboard, sellThrough, visitThrough } from '../support/affiliates.ts';
import { testStart } from '../support/app.ts';
import { type FundedTrader, fundTrader, signInStaff } from '../support/funded.ts';
import { makePayable } from '../support/payee.ts';
import { type PayoutStaff, paymentsOf, readStoredStatus, signInFinance } from '../support/payout-staff.ts';
import { buyAccount } from '../support/people.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { play, trade } from '../support/trading.ts';

/**
 * Whether money moves at a step, once there is a reason why it may not: it moves, waits for a decision, or the payout ends
 * and the money goes back. As the payout policy and the affiliate agreement say, not as the code does.
 */
type Outcome = 'moves' | 'waits' | 'ends';

const traderSteps = ['request', 'approve', 'batch', 'export', 'send'] as const;
const affiliateSteps = ['release', ...traderSteps] as const;
type Step = (typeof affiliateSteps)[number];

const row = (outcomes: string) => outcomes.split(' ') as Outcome[];

/** By reason: request, approve, batch, export, send. A refused request waits. */
const traderTable = {
  nothing: row('moves moves moves moves moves'),
  'a chargeback': row('waits waits waits waits waits'),
  'a chargeback that was decided for us': row('moves moves moves moves moves'),
  'a chargeback that was lost': row('waits ends ends ends ends'),
  'a chargeback that was lost in part': row('waits waits waits waits waits'),
  'a refund of the price under way': row('waits waits waits waits waits'),
  'a refund of the price': row('waits ends ends ends ends'),
  'a conduct case': row('waits waits waits waits waits'),
  'a conduct case that was lifted': row('moves moves moves moves moves'),
  'a conduct case that was upheld': row('waits ends ends ends ends'),
  // A request is a claim; whether it is paid waits for a person who looks at the trades.
  'opposite sides that nobody has looked at': row('moves waits waits waits waits'),
  'opposite sides that staff dismissed': row('moves moves moves moves moves'),
  'days corrected below the conditions': row('waits waits waits waits waits'),
  'days corrected within the conditions': row('moves moves moves moves moves'),
  // What was requested is owed: a later breach changes nothing.
  'a breach': row('waits moves moves moves moves'),
  'an undecided match of a sanctions list': row('moves waits waits waits waits'),
} as const satisfies Record<string, readonly Outcome[]>;

/** By reason: release, request, approve, batch, export, send. */
const affiliateTable = {
  nothing: row('moves moves moves moves moves moves'),
  'a chargeback of a sale': row('waits waits waits waits waits waits'),
  'a chargeback that was decided for us': row('moves moves moves moves moves moves'),
  'a chargeback that was lost': row('ends waits waits waits waits waits'),
  'a refund of a sale under way': row('waits waits waits waits waits waits'),
  'a refund of an add-on under way': row('waits waits waits waits waits waits'),
  'a sale that may be their own': row('waits waits waits waits waits waits'),
  'an undecided match of a sanctions list': row('moves moves waits waits waits waits'),
} as const satisfies Record<string, readonly Outcome[]>;

let shop: Shop;
let finance: PayoutStaff;
let risk: { readonly token: string };

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

async function matchSanctions(personId: string) {
  const at = shop.server.clock.now();
  const check = { id: randomUUID(), person_id: personId, name: 'Ada Buyer', cause: 'batch', subject_id: 'x' } as const;
  const found = { list_version: 'x', score: 0.9, matches: '[]', status: 'review', checked_at: at } as const;
  await shop.server.deps.db
    .insertInto('sanctions_check')
    .values({ ...check, ...found })
    .execute();
}

/** What a step does to a payout. Earlier payouts may be in the same batch. */
async function take(step: Exclude<Step, 'request' | 'release'>, payoutId: string, reason: () => Promise<void>) {
  if (step !== 'approve') await finance.approve(payoutId);
  const draft = step === 'export' ? (await finance.create()).data.batchId : null;
  await reason();
  await shop.server.drain();
  const did = await {
    approve: async () => (await finance.approve(payoutId)).data?.payout?.status === 'approved',
    batch: async () => isIn((await finance.create()).data?.batchId),
    export: async () => (await finance.export(draft ?? '')).response_status === 200 && (await isIn(draft)),
    send: async () => (await finance.send(payoutId)).data?.payout?.status === 'sent',
  }[step]();
  async function isIn(batchId: string | null | undefined) {
    const payments = batchId ? await paymentsOf(shop.server, batchId) : [];
    return payments.some((each) => each.payout_id === payoutId && each.status !== 'removed');
  }
  await shop.server.drain();
  const status = await readStoredStatus(shop.server, 'payout', payoutId);
  await settle(payoutId);
  return did ? 'moves' : status === 'rejected' ? 'ends' : 'waits';
}

/** Ends what a case left open, so that no later batch includes it. */
async function settle(payoutId: string) {
  const open = await shop.server.deps.db
    .selectFrom('payout_batch')
    .select('id')
    .where('status', '=', 'draft')
    .execute();
  for (const { id } of open) await finance.cancel(id);
  await shop.server.drain();
  if ((await readStoredStatus(shop.server, 'payout', payoutId)) === 'sent') await finance.settle(payoutId);
  else await finance.reject(payoutId);
  await shop.server.drain();
}

describe('a trader’s payout', () => {
  beforeAll(async () => {
    // The Wednesday after the week in which the accounts traded.
    await shop.server.clock.advance(7 * dayMs);
    finance = await signInFinance(shop.server);
    risk = await signInStaff(shop.server, 'risk_manager');
  });

  async function bankSays(
    trader: FundedTrader,
    ...events: (readonly ['disputed' | 'dispute-won' | 'dispute-lost' | 'refunded', number?])[]
  ) {
    const order = { orderId: (await accountOf(trader)).order_id ?? '' };
    for (const [type, amountCents] of events) {
      await shop.webhook(order, type, { paymentId: trader.accountId, ...(amountCents && { amountCents }) });
      await shop.server.drain();
    }
  }

  const accountOf = ({ accountId }: FundedTrader) =>
    shop.server.deps.db.selectFrom('trading_account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();

  async function conduct({ accountId }: FundedTrader, decision?: 'lifted' | 'upheld') {
    const body = { accountId, cause: 'opposite-trades' as const, evidence: 'Both sides of ES.', sourceIds: [] };
    const { data } = await finance.ask(openConduct, { body, token: risk.token });
    await shop.server.drain();
    if (decision === undefined) return;
    const past = { answer_until: new Date(shop.server.clock.now().getTime() - 1) };
    await shop.server.deps.db.updateTable('conduct_case').set(past).where('id', '=', data.caseId).execute();
    await finance.ask(decideConduct, { body: { caseId: data.caseId, decision, reason: 'x' }, token: risk.token });
  }

  /** A minute long in one account and short in another one of the same person. */
  async function oppose({ accountId, personId }: FundedTrader) {
    await shop.server.clock.advance(20 * minuteMs);
    const other = await buyAccount(shop.server, personId);
    const at = shop.server.clock.now().getTime() - 15 * minuteMs;
    await play(shop.server, accountId, trade(at, 0));
    await play(
      shop.server,
      other,
      trade(at, 0).map((fill) => ({ ...fill, side: fill.at === at ? 'sell' : 'buy' }) as typeof fill),
    );
    await detectFindings(shop.server.deps);
    const { data } = await finance.ask(officeLists.findings.page, { query: { account: accountId }, token: risk.token });
    const found = data.rows.find(({ kind }) => kind === 'opposite-sides');
    return found?.id ?? '';
  }

  /** Corrects the first day's result of $1,250. */
  async function correct({ accountId }: FundedTrader, resultTicks: number) {
    const [, exit] = trade(testStart, resultTicks);
    if (exit?.type !== 'fill') throw new Error('no fill');
    const at = shop.server.clock.now().getTime();
    const event = { type: 'fill-correction', at, of: `${exit.at}-1`, fill: exit } as const;
    await amendFills(shop.server.deps, accountId, [{ sourceId: 'correction', event }]);
  }

  const reasons: Readonly<Record<keyof typeof traderTable, (trader: FundedTrader) => Promise<unknown>>> = {
    nothing: async () => undefined,
    'a chargeback': (trader) => bankSays(trader, ['disputed']),
    'a chargeback that was decided for us': (trader) => bankSays(trader, ['disputed'], ['dispute-won']),
    'a chargeback that was lost': (trader) => bankSays(trader, ['disputed'], ['dispute-lost']),
    'a chargeback that was lost in part': (trader) => bankSays(trader, ['disputed'], ['dispute-lost', 5_000]),
    'a refund of the price under way': async (trader) => {
      const wanted = { refund_requested_at: shop.server.clock.now() };
      const { order_id } = await accountOf(trader);
      await shop.server.deps.db.updateTable('orders').set(wanted).where('id', '=', order_id).execute();
    },
    'a refund of the price': (trader) => bankSays(trader, ['refunded']),
    'a conduct case': (trader) => conduct(trader),
    'a conduct case that was lifted': (trader) => conduct(trader, 'lifted'),
    'a conduct case that was upheld': (trader) => conduct(trader, 'upheld'),
    'opposite sides that nobody has looked at': oppose,
    'opposite sides that staff dismissed': async (trader) => {
      const body = { findingId: await oppose(trader), reason: 'One order of each.' };
      expect((await finance.ask(dismissFinding, { body, token: risk.token })).response_status).toBe(200);
    },
    'days corrected below the conditions': (trader) => correct(trader, 10),
    'days corrected within the conditions': (trader) => correct(trader, 96),
    // 520 ticks of $12.50 are more than the $6,250 above the floor.
    'a breach': (trader) => play(shop.server, trader.accountId, trade(shop.server.clock.now().getTime() + 1_000, -520)),
    'an undecided match of a sanctions list': ({ personId }) => matchSanctions(personId),
  };

  async function outcomeOf(reason: keyof typeof traderTable, step: (typeof traderSteps)[number]): Promise<Outcome> {
    const trader = await fundTrader(shop.server);
    if (step === 'request') {
      await reasons[reason](trader);
      await shop.server.drain();
      const { data } = await trader.request(100_000);
      await shop.server.drain();
      if (data?.payout) await settle(data.payout.id);
      return data?.payout ? 'moves' : 'waits';
    }
    const { data } = await trader.request(100_000);
    await shop.server.drain();
    await finance.review(data.payout.id);
    return take(step, data.payout.id, async () => void (await reasons[reason](trader)));
  }

  test.each(Object.entries(traderTable))(
    'with %s: request, approval, batch, export and sending',
    async (reason, expected) => {
      const outcomes: Outcome[] = [];
      for (const step of traderSteps) outcomes.push(await outcomeOf(reason as keyof typeof traderTable, step));
      expect(outcomes).toEqual(expected);
    },
  );
});

describe('an affiliate’s payout', () => {
  /** An affiliate with three sales, $67.80 of commission; the first buyer has an add-on and is signed in. */
  async function sell() {
    const affiliate = await joinAffiliates(shop);
    const destinationId = await makePayable(shop.server, affiliate.personId);
    const buyer = await shop.signIn();
    const browserSessionId = randomUUID();
    await visitThrough(shop, affiliate.code, browserSessionId);
    const selection = { ...orderForm().selection, addOns: ['market-data' as const] };
    const body = orderForm({ browserSessionId, country: 'US', selection, expectedTotalCents: 15_400 });
    const { data: sale } = await shop.ask(createOrder, { body, idempotencyKey: randomUUID(), token: buyer.token });
    await shop.press(sale, 'paid');
    for (let sold = 0; sold < 2; sold += 1) await sellThrough(shop, affiliate.code);
    await shop.server.drain();
    return { ...affiliate, destinationId, buyer, sale };
  }

  type Seller = Awaited<ReturnType<typeof sell>>;
  const allCents = 6_780;

  async function bankSays({ sale }: Seller, ...outcomes: ('disputed' | 'dispute-won' | 'dispute-lost')[]) {
    for (const outcome of outcomes) {
      await shop.press(sale, outcome);
      await shop.server.drain();
    }
  }

  async function refund({ sale: { orderId } }: Seller, item: 'package' | 'market-data', refundCents: number) {
    const { token } = await signInStaff(shop.server, 'finance');
    const body = { orderId, items: [item], refundCents, reason: 'goodwill' as const };
    expect((await shop.ask(refundOrder, { body, token })).response_status).toBe(200);
  }

  const reasons: Readonly<Record<keyof typeof affiliateTable, (seller: Seller) => Promise<unknown>>> = {
    nothing: async () => undefined,
    'a chargeback of a sale': (seller) => bankSays(seller, 'disputed'),
    'a chargeback that was decided for us': (seller) => bankSays(seller, 'disputed', 'dispute-won'),
    'a chargeback that was lost': (seller) => bankSays(seller, 'disputed', 'dispute-lost'),
    'a refund of a sale under way': (seller) => refund(seller, 'package', 15_400),
    'a refund of an add-on under way': (seller) => refund(seller, 'market-data', 500),
    'a sale that may be their own': async ({ buyer: { personId } }) => {
      await makePayable(shop.server, personId);
      await reviewOwnSales(shop.server.deps, personId);
    },
    'an undecided match of a sanctions list': ({ personId }) => matchSanctions(personId),
  };

  async function outcomeOf(seller: Seller, step: Step, reason: () => Promise<void>): Promise<Outcome> {
    const { token, destinationId } = seller;
    if (step === 'release') {
      const { pendingCents, availableCents } = (await readDashboard(shop, token)).balances;
      return availableCents === allCents ? 'moves' : pendingCents > 0 ? 'waits' : 'ends';
    }
    if (step === 'request') await reason();
    const body = { amountCents: allCents, destinationId, expectedNetCents: allCents };
    const { data } = await shop.ask(calls.requestAffiliatePayout, { body, token, idempotencyKey: randomUUID() });
    if (step === 'request') {
      if (data?.payout) await settle(data.payout.id);
      return data?.payout ? 'moves' : 'waits';
    }
    await finance.review(data.payout.id);
    return take(step, data.payout.id, reason);
  }

  test.each(Object.entries(affiliateTable))(
    'with %s: release, request, approval, batch, export and sending',
    async (name, expected) => {
      const reason = reasons[name as keyof typeof affiliateTable];
      const sellers: Seller[] = [];
      for (const _ of affiliateSteps) sellers.push(await sell());
      const [first] = sellers;
      if (first) await reason(first);
      await shop.server.clock.advance(30 * dayMs);
      await releaseCommissions(shop.server.deps);
      finance = await signInFinance(shop.server);
      const outcomes: Outcome[] = [];
      for (const [index, seller] of sellers.entries())
        outcomes.push(
          await outcomeOf(seller, affiliateSteps[index] ?? 'send', async () => void (await reason(seller))),
        );
      expect(outcomes).toEqual(expected);
    },
  );
});
