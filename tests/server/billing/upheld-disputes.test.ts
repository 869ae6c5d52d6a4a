import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { restoreAccount } from '#server/accounts/breach/restore.ts';
import { endAccount } from '#server/accounts/lifecycle/end.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import type { Platform } from '#server/accounts/ports/platform/platform.ts';
import { requeueRequests } from '#server/accounts/requests/requeue.ts';
import { openNextBill, settleBill } from '#server/billing/bills/settle.ts';
import { lockSubscription } from '#server/billing/subscriptions/advance-period.ts';
import { startSubscription } from '#server/billing/subscriptions/start.ts';
import { sign } from '#shared/accounts/bridge-signature.ts';
import { disputeBreach } from '#shared/accounts/contract-breach.ts';
import { decideDispute } from '#shared/firm/contract-corrections.ts';
import { periodEnd } from '#shared/orders/renewal.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { play, trade } from '../support/trading.ts';

const secret = 'a secret that both sides know, of 40 bytes';

/** A bridge that remembers what it was asked for. */
function recordingBridge(asked: unknown[][]) {
  const bridge: Omit<Platform, 'openAccount' | 'transferMoney'> = {
    isSimulated: false,
    deliversHeartbeats: true,
    takesOrders: false,
    enforcesPersonalStop: 'if-announced',
    resetAccount: async () => undefined,
    async setAccess(_account, access, revision) {
      asked.push(['access', access.trading, revision]);
      return { isEffective: true };
    },
    closeAccount: async () => undefined,
  };
  return (now: () => number): Platform => ({
    ...bridge,
    openAccount: async ({ accountId }) => ({ platformAccountId: `APX-${accountId}`, user: 'ada', secret: 'horse' }),
    async transferMoney(_account, amountCents, requestId) {
      asked.push(['transfer', amountCents, requestId]);
      return { transferredAt: now() };
    },
  });
}

const asked: unknown[][] = [];

async function start(name: 'simulated' | 'bridge'): Promise<TestApp> {
  if (name === 'simulated') return startTestApp({ startAt: testStart + 2 * hourMs });
  const clock = { now: () => 0 };
  const environment = { PLATFORM_BRIDGE_URL: 'http://127.0.0.1:9/', PLATFORM_BRIDGE_SECRET: secret };
  const app = await startTestApp({
    startAt: testStart + 2 * hourMs,
    environment,
    replace: { platform: recordingBridge(asked)(() => clock.now()) },
  });
  clock.now = () => app.clock.now().getTime();
  return app;
}

describe.each(['simulated', 'bridge'] as const)('an upheld dispute on a %s account', (name) => {
  let server: TestApp;
  let staff: { readonly token: string };

  beforeAll(async () => {
    server = await start(name);
    staff = await signInStaff(server, 'risk_manager');
  });

  afterAll(() => server.close());

  async function read(accountId: string) {
    return server.deps.db
      .selectFrom('trading_account')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
  }

  /**
   * A Classic 50K with $125 realized that holds a contract bought at 24,000 ticks. It stands at 50,250 when a price 180
   * ticks below ends it, and the platform closes the contract 170 ticks below: 50,125 − 2,125 = 48,000.
   */
  async function breach() {
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const contract = { instrument: 'ES', month: '2026-12' } as const;
    const fill = { type: 'fill', ...contract, quantity: 1, feeCents: 0 } as const;
    await play(server, accountId, [
      ...trade(testStart, 10),
      { ...fill, at: testStart + 20 * minuteMs, side: 'buy', priceTicks: 24_000 },
      { type: 'mark', ...contract, at: testStart + 21 * minuteMs, priceTicks: 24_010 },
      { type: 'mark', ...contract, at: testStart + 22 * minuteMs, priceTicks: 23_820 },
      { ...fill, at: testStart + 23 * minuteMs, side: 'sell', priceTicks: 23_830 },
    ]);
    await server.drain();
    const ask = client(server);
    const filed = await ask(disputeBreach, { token, body: { accountId, message: 'Nothing traded at that price.' } });
    expect(filed.response_status).toBe(200);
    const { id } = await server.deps.db
      .selectFrom('account_dispute')
      .select('id')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return { accountId, personId, disputeId: id };
  }

  const uphold = (disputeId: string) =>
    client(server)(decideDispute, {
      body: { disputeId, decision: 'upheld', reason: 'The exchange busted that trade.' },
      token: staff.token,
    });

  test('voids the breach and restores equity, days and platform access', async () => {
    const { accountId, personId, disputeId } = await breach();
    expect(await read(accountId)).toMatchObject({
      state: { status: 'breached', balanceCents: 4_800_000 },
      access: { trading: false, reason: 'breach' },
    });
    const { data } = await uphold(disputeId);
    expect(data.isRestored).toBe(true);
    await server.drain();
    const account = await read(accountId);
    // 48,000 and a credit of 2,250.
    expect(account).toMatchObject({
      state: { status: 'active', breach: null, balanceCents: 5_025_000, floorCents: 4_800_000 },
      access: { trading: true },
    });
    expect(account.state.days).toMatchObject([{ day: '2026-03-11', fills: 4 }]);
    const events = await server.deps.db
      .selectFrom('account_event')
      .select(['source_id', 'event'])
      .where('account_id', '=', accountId)
      .where('source_id', 'like', '%dispute%')
      .execute();
    expect(events).toMatchObject([{ event: { type: 'adjustment', cause: 'dispute', amountCents: 225_000 } }]);
    // What follows counts: the restored account can be breached again, at its own floor.
    const later = server.clock.now().getTime() + 1_000;
    await play(server, accountId, trade(later, -180));
    expect((await read(accountId)).state).toMatchObject({ status: 'breached', breach: { floorCents: 4_800_000 } });
    const { email } = await server.deps.db
      .selectFrom('person')
      .select('email')
      .where('id', '=', personId)
      .executeTakeFirstOrThrow();
    expect((await server.mails(email)).map(({ subject }) => subject)).toContain('Classic 50K: the breach is void');
  });

  test('restores once, however often the job runs', async () => {
    const { accountId, disputeId } = await breach();
    await uphold(disputeId);
    await server.drain();
    await server.clock.advance(hourMs);
    await requeueRequests(server.deps);
    await server.drain();
    expect((await read(accountId)).state.balanceCents).toBe(5_025_000);
    if (name !== 'bridge') return;
    expect(asked.filter(([kind, , id]) => kind === 'transfer' && id === disputeId)).toHaveLength(1);
    // The bridge reports the credit it made: it is the one we have booked.
    const { state } = await read(accountId);
    const event = { type: 'adjustment', at: state.lastEventAt, amountCents: 225_000, cause: 'correction' };
    const message = {
      account: { accountId },
      events: [{ sourceId: 'apx-1', event: { ...event, requestId: disputeId } }],
    };
    const body = JSON.stringify(message);
    const { timestamp, signature } = sign(secret, body, server.clock.now());
    const headers = { 'X-Tidemark-Timestamp': timestamp, 'X-Tidemark-Signature': signature };
    const response = await server.app.request('/api/bridge/events', { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    expect((await read(accountId)).state.balanceCents).toBe(5_025_000);
  });

  test('restores nothing if the account has ended or started over since', async () => {
    const ended = await breach();
    await endAccount(server.deps, ended.accountId, 'canceled');
    const restarted = await breach();
    await resetAccount(server.deps, restarted.accountId, `renewal-${restarted.accountId}`);
    for (const { disputeId } of [ended, restarted]) expect((await uphold(disputeId)).data.isRestored).toBe(false);
    await server.drain();
    expect((await read(ended.accountId)).state.status).toBe('breached');
    expect((await read(restarted.accountId)).state).toMatchObject({ status: 'active', balanceCents: 5_000_000 });
  });

  /** Renews on April 11, one month after its order. */
  async function subscribe(accountId: string) {
    const { deps } = server;
    const { order_id: orderId } = await read(accountId);
    const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
    const plan = { kind: 'evaluation', billingInterval: 'monthly', days: null } as const;
    await deps.db.transaction().execute((trx) => startSubscription(deps, trx, order, plan, accountId));
    const subscription = deps.db.selectFrom('subscription').selectAll().where('account_id', '=', accountId);
    const bills = deps.db
      .selectFrom('bill')
      .innerJoin('subscription', 'subscription.id', 'bill.subscription_id')
      .select(['bill.status', 'bill.period_starts_at', 'bill.period_ends_at'])
      .where('subscription.account_id', '=', accountId)
      .orderBy('period_starts_at');
    return { read: () => subscription.executeTakeFirstOrThrow(), bills: () => bills.execute() };
  }

  const breachedAt = testStart + 22 * minuteMs;

  /** A server whose clock nobody has moved. */
  async function startAgain(): Promise<void> {
    await server.close();
    server = await start(name);
  }

  async function upholdLater(disputeId: string): Promise<void> {
    staff = await signInStaff(server, 'risk_manager');
    expect((await uphold(disputeId)).data.isRestored).toBe(true);
    await server.drain();
  }

  test('moves the renewal by the days lost, with a period that is prepaid, and starts the count of inactivity again', async () => {
    await startAgain();
    const { accountId, disputeId } = await breach();
    const { read: subscription, bills } = await subscribe(accountId);
    const { id, period_ends_at: endsAt } = await subscription();
    await server.deps.db.transaction().execute(async (trx) => {
      const row = await lockSubscription(trx, id);
      const bill = await openNextBill(server.deps, trx, row);
      await settleBill(server.deps, trx, row, bill, { orderId: null, method: null });
    });
    await server.clock.advance(9 * dayMs);
    await upholdLater(disputeId);
    // The subscription began after the breach, so nine paid days were lost: April 11 becomes April 20.
    const movedTo = new Date(endsAt.getTime() + 9 * dayMs);
    expect(await subscription()).toMatchObject({ status: 'active', period_ends_at: movedTo, anchor_at: movedTo });
    const next = new Date(periodEnd(movedTo.getTime(), movedTo.getTime(), 'monthly'));
    expect(await bills()).toEqual([{ status: 'paid', period_starts_at: movedTo, period_ends_at: next }]);
    expect((await read(accountId)).activity_from).toEqual(server.clock.now());
    // The job runs once more and gives nothing twice.
    await restoreAccount(server.deps, disputeId);
    expect((await subscription()).period_ends_at).toEqual(movedTo);
  });

  test('gives back the paid days before a renewal that wasn’t paid, counted from the restoration', async () => {
    await startAgain();
    const { accountId, disputeId } = await breach();
    const { read: subscription, bills } = await subscribe(accountId);
    const { id, period_ends_at: endsAt } = await subscription();
    await server.clock.advance(endsAt.getTime() - server.clock.now().getTime() + 3 * dayMs);
    await server.deps.db.transaction().execute(async (trx) => {
      await openNextBill(server.deps, trx, await lockSubscription(trx, id));
    });
    await server.deps.db.updateTable('subscription').set({ status: 'past-due' }).where('id', '=', id).execute();
    await upholdLater(disputeId);
    // The unpaid three days aren’t lost paid time.
    const opened = (await subscription()).period_starts_at.getTime();
    const lostMs = endsAt.getTime() - Math.max(opened, breachedAt);
    const movedTo = new Date(server.clock.now().getTime() + lostMs);
    expect(await subscription()).toMatchObject({ status: 'active', period_ends_at: movedTo });
    expect(await bills()).toMatchObject([{ status: 'open', period_starts_at: movedTo }]);
  });
});
