import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { listPayouts } from '#server/payouts/list.ts';
import { checkPayoutDeadlines } from '#server/payouts/stages/check-deadlines.ts';
import { executePayoutTransfers } from '#server/payouts/stages/execute-transfers.ts';
import { sign } from '#shared/accounts/bridge-signature.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { fundTrader } from '../support/funded.ts';

const secret = 'a secret that both sides know, of 40 bytes';
const environment = { PLATFORM_BRIDGE_URL: 'http://127.0.0.1:9/bridge', PLATFORM_BRIDGE_SECRET: secret };
let server: TestApp;

/** The amounts the platform was asked to transfer, by request id. */
let requestedTransfers: Map<string, number>;
let isDown: boolean;
let isEffective: boolean;

beforeEach(async () => {
  requestedTransfers = new Map();
  isDown = false;
  isEffective = true;
  const base = await startTestApp({ startAt: testStart + 7 * dayMs, environment });
  const platform: TestApp['deps']['platform'] = {
    ...base.deps.platform,
    openAccount: async ({ accountId }) => ({ platformAccountId: `APX-${accountId}`, user: 'ada', secret: 'horse' }),
    setAccess: async () => ({ isEffective }),
    async transferMoney(_account, amountCents, requestId) {
      if (isDown) throw new Error('The platform is down');
      requestedTransfers.set(requestId, amountCents);
      return { transferredAt: base.clock.now().getTime() };
    },
  };
  server = { ...(await base.another({ platform })), close: () => base.close() };
});

afterEach(() => server.close());

/** Sends the platform's own report of a transfer, under its own source id. */
function reportTransfer(accountId: string, requestId: string, amountCents: number) {
  const event = { type: 'adjustment', at: server.clock.now().getTime(), amountCents, cause: 'payout', requestId };
  return deliver(accountId, { sourceId: 'cash-77', event });
}

async function deliver(accountId: string, event: object) {
  const body = JSON.stringify({ account: { accountId }, events: [event] });
  const { timestamp, signature } = sign(secret, body, server.clock.now());
  const headers = { 'X-Tidemark-Timestamp': timestamp, 'X-Tidemark-Signature': signature };
  const response = await server.app.request('/api/bridge/events', { method: 'POST', headers, body });
  return (await response.json()) as { accepted: number; duplicates: number };
}

async function findTransfer(payoutId: string) {
  return server.deps.db
    .selectFrom('payout_transfer')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
}

describe('money at the platform', () => {
  test('the platform’s own report counts once, whether it arrives before or after our booking', async () => {
    const late = await fundTrader(server);
    const { data } = await late.request(100_000);
    await server.drain();
    const transfer = await findTransfer(data.payout.id);
    expect(requestedTransfers.get(transfer.id)).toBe(-100_000);
    expect(await reportTransfer(late.accountId, transfer.id, -100_000)).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await late.balanceCents()).toBe(5_525_000);

    const early = await fundTrader(server);
    const second = await early.request(100_000);
    await reportTransfer(early.accountId, (await findTransfer(second.data.payout.id)).id, -100_000);
    expect((await early.quote(50_000)).quote.balanceAfterCents).toBe(5_475_000);
    await server.drain();
    expect(await early.balanceCents()).toBe(5_525_000);
  });

  test('a request id of another account’s payout makes it an ordinary adjustment', async () => {
    const [trader, other] = [await fundTrader(server), await fundTrader(server)];
    const { data } = await trader.request(100_000);
    const transfer = await findTransfer(data.payout.id);
    expect(await reportTransfer(other.accountId, transfer.id, -100_000)).toMatchObject({ accepted: 1 });
    expect((await other.quote()).quote.capNumber).toBe(2);
  });

  test('staff are alerted once after a platform was down for fifteen minutes, and the move is retried', async () => {
    const trader = await fundTrader(server);
    isDown = true;
    const { data } = await trader.request(100_000);
    await server.drain({ allowFailures: true });
    const firm = server.deps.catalog.site.supportEmail;
    const alerts = async () =>
      (await server.mails(firm)).filter(({ subject }) => subject.includes(data.payout.number)).length;
    await server.clock.advance(14 * 60_000);
    await checkPayoutDeadlines(server.deps);
    await server.drain({ allowFailures: true });
    expect(await alerts()).toBe(0);
    for (let run = 0; run < 2; run += 1) {
      await server.clock.advance(60_000);
      await checkPayoutDeadlines(server.deps);
      await server.drain({ allowFailures: true });
    }
    expect(await alerts()).toBe(1);
    isDown = false;
    await server.clock.advance(hourMs);
    await checkPayoutDeadlines(server.deps);
    await server.drain();
    expect(await trader.balanceCents()).toBe(5_525_000);
    expect((await findTransfer(data.payout.id)).transferred_at).not.toBeNull();
  });

  test('a crash after the platform has moved the money and before we book it loses and doubles nothing', async () => {
    const trader = await fundTrader(server);
    const { data } = await trader.request(100_000);
    const { platform } = server.deps;
    const crashing: TestApp['deps']['platform'] = {
      ...platform,
      async transferMoney(...args) {
        await platform.transferMoney(...args);
        throw new Error('killed');
      },
    };
    await expect(executePayoutTransfers({ ...server.deps, platform: crashing }, trader.accountId)).rejects.toThrow(
      'killed',
    );
    expect(await trader.balanceCents()).toBe(5_625_000);
    // Closing can't void a transfer that has been made: it is booked, then reversed.
    await trader.close(data.payout.id);
    await server.drain();
    expect([...requestedTransfers.values()]).toEqual([-100_000, 100_000]);
    expect(await trader.balanceCents()).toBe(5_625_000);
    expect((await trader.quote()).quote).toMatchObject({ allowed: true, capNumber: 1 });
  });

  test('no money leaves an account whose lock isn’t effective yet; once it is, the payout goes on', async () => {
    const trader = await fundTrader(server);
    isEffective = false;
    const { data } = await trader.request(100_000);
    await server.drain({ allowFailures: true });
    expect(requestedTransfers.size).toBe(0);
    const { access_revision: revision } = await server.deps.db
      .selectFrom('trading_account')
      .select('access_revision')
      .where('id', '=', trader.accountId)
      .executeTakeFirstOrThrow();
    const event = { type: 'access-effective', at: server.clock.now().getTime(), revision };
    await deliver(trader.accountId, { sourceId: 'effective', event });
    await server.drain({ allowFailures: true });
    expect([...requestedTransfers]).toEqual([[(await findTransfer(data.payout.id)).id, -100_000]]);
  });

  test('closing after the platform has moved the money returns it with a second transfer', async () => {
    const trader = await fundTrader(server);
    const { data } = await trader.request(100_000);
    await server.drain();
    await trader.close(data.payout.id);
    await server.drain();
    expect([...requestedTransfers.values()]).toEqual([-100_000, 100_000]);
    expect(await trader.balanceCents()).toBe(5_625_000);
  });
});

describe('payout deadlines', () => {
  test('a payout that misses a deadline is emailed to trader and staff once, and stays open', async () => {
    const trader = await fundTrader(server);
    const { data } = await trader.request(100_000);
    await server.drain();
    // The review is due to start by Thursday, 17:00 in Chicago.
    await server.clock.advance((data.payout.dueAt ?? 0) - server.clock.now().getTime());
    for (let run = 0; run < 2; run += 1) await checkPayoutDeadlines(server.deps);
    await server.drain();
    const subjects = async (to: string) => (await server.mails(to)).map(({ subject }) => subject);
    const lateSubject = `Payout ${data.payout.number}: we missed a deadline`;
    const traderSubjects = await subjects(`${trader.personId.toLowerCase()}@example.com`);
    expect(traderSubjects.filter((subject) => subject === lateSubject)).toHaveLength(1);
    expect(await subjects(server.deps.catalog.site.supportEmail)).toEqual([
      `Payout ${data.payout.number} is late: requested`,
    ]);
    const { payouts } = await listPayouts(server.deps, trader.personId, {});
    expect(payouts[0]).toMatchObject({ status: 'requested', isLate: true, closable: true });
  });
});
