import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { sign } from '#shared/accounts/bridge-signature.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { fetchNotifications } from '#shared/messages/contract.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader, signInStaff, winningWeek } from '../support/funded.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

const secret = 'a secret that both sides know, of 40 bytes';
let base: TestApp;
let server: TestApp;
let riskToken: string;

beforeAll(async () => {
  // 10:00 in Chicago on the Wednesday after the week in which the accounts traded.
  base = await startTestApp({ startAt: testStart + 7 * dayMs });
  const { env, platform } = base.deps;
  server = await base.another({ env: { ...env, bridge: { url: 'http://127.0.0.1:9/', secret } }, platform });
  riskToken = (await signInStaff(server, 'risk_manager')).token;
});

afterAll(() => base.close());

type Row = readonly [sourceId: string, event: object];

/** An account at a real platform, whose statements are delivered as a bridge does. */
async function connect(accountId: string, token: string) {
  await server.deps.db.updateTable('trading_account').set({ simulated: false }).where('id', '=', accountId).execute();
  return {
    async deliver(asOf: number, ...rows: readonly Row[]) {
      const events = rows.map(([sourceId, event]) => ({ sourceId, event }));
      const body = JSON.stringify({ account: { accountId }, asOf, events });
      const { timestamp, signature } = sign(secret, body, server.clock.now());
      const headers = { 'X-Tidemark-Timestamp': timestamp, 'X-Tidemark-Signature': signature };
      const response = await server.app.request('/api/bridge/events', { method: 'POST', headers, body });
      expect(response.status).toBe(200);
      await server.drain({ allowFailures: true });
    },
    page: async () =>
      (await client(server)(accountData, { token, query: {} })).data.accounts.find(({ id }) => id === accountId),
    corrections: async () =>
      (await client(server)(officeLists.corrections.page, { token: riskToken, query: { account: accountId } })).data
        .rows,
    notifications: async () =>
      (await client(server)(fetchNotifications, { token, query: {} })).data.notifications.map(({ kind }) => kind),
  };
}

async function openEvaluation() {
  const { personId, token } = await signInPerson(server);
  return connect(await buyAccount(server, personId), token);
}

const es = { type: 'fill', instrument: 'ES', month: '2026-12', quantity: 1, feeCents: 0 } as const;
const buy = ['f1', { ...es, at: testStart, side: 'buy', priceTicks: 24_000 }] as const;
/** So many ticks of $12.50 below the purchase. A Classic 50K may lose $2,000, which are 160. */
const sell = (below: number) =>
  ['f2', { ...es, at: testStart + minuteMs, side: 'sell', priceTicks: 24_000 - below }] as const;
const firstAt = testStart + hourMs;

describe('a correction of a later statement', () => {
  test('takes back the breach that only the old price caused, and the page, the office and the trader say so', async () => {
    const account = await openEvaluation();
    await account.deliver(firstAt, buy, sell(161));
    expect(await account.page()).toMatchObject({ view: { status: 'breached', balanceCents: 4_798_750 } });
    await account.deliver(firstAt + 1, buy, sell(100));
    expect(await account.page()).toMatchObject({
      view: { status: 'active', breach: null, balanceCents: 4_875_000 },
    });
    expect(await account.corrections()).toMatchObject([
      {
        ...{ change: 'fill-version', fill: 'f2', verdict: 'active', payoutsSince: 0 },
        first: expect.stringContaining('at 5959.75'),
        said: expect.stringContaining('at 5975.00'),
      },
    ]);
    expect(await account.notifications()).toEqual(['account_corrected', 'account_breached', 'account_opened']);
  });

  test('breaches at the time of the fill, also after trading went on', async () => {
    const account = await openEvaluation();
    const later = ['f3', { ...es, at: testStart + dayMs, side: 'buy', priceTicks: 24_000 }] as const;
    await account.deliver(firstAt, buy, sell(100), later);
    expect(await account.page()).toMatchObject({ view: { status: 'active' } });
    await account.deliver(firstAt + 1, sell(161));
    expect(await account.page()).toMatchObject({
      view: { status: 'breached', breach: { at: testStart + minuteMs, equityCents: 4_798_750 } },
    });
    expect(await account.corrections()).toMatchObject([{ verdict: 'breached' }]);
    expect(await account.notifications()).toEqual(['account_breached', 'account_opened']);
  });

  test('leaves a payout as it was requested, names it in the office, and lowers what can be paid next', async () => {
    const trader = await fundTrader(server);
    const account = await connect(trader.accountId, trader.token);
    expect((await trader.request(100_000)).response_status).toBe(200);
    await server.drain();
    const [bought, sold] = winningWeek(100);
    if (sold?.type !== 'fill' || !bought) throw new Error('two fills');
    // The first day made $1,250; $125 of it never were.
    const corrected = { ...sold, priceTicks: sold.priceTicks - 10 };
    await account.deliver(server.clock.now().getTime(), [`${sold.at}-1`, corrected]);
    expect(await trader.list()).toMatchObject([{ status: 'requested', amountCents: 100_000 }]);
    // 56,250 − 1,000 − 125.
    expect(await account.page()).toMatchObject({ view: { status: 'active', balanceCents: 5_512_500 } });
    expect(await account.corrections()).toMatchObject([{ verdict: 'active', payoutsSince: 1 }]);
  });

  test('that breaches an account before its payout leaves the payout to a person', async () => {
    const trader = await fundTrader(server);
    const account = await connect(trader.accountId, trader.token);
    expect((await trader.request(100_000)).response_status).toBe(200);
    await server.drain();
    const [, sold] = winningWeek(100);
    if (sold?.type !== 'fill') throw new Error('a fill');
    await account.deliver(server.clock.now().getTime(), [`${sold.at}-1`, { ...sold, priceTicks: 23_839 }]);
    expect(await account.page()).toMatchObject({ view: { status: 'breached', breach: { at: sold.at } } });
    expect(await trader.list()).toMatchObject([{ status: 'requested', amountCents: 100_000 }]);
    expect(await account.corrections()).toMatchObject([{ verdict: 'breached', payoutsSince: 1 }]);
  });
});
