import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { liftSuspension, suspendAccount } from '#server/accounts/access/suspend.ts';
import { describeAccount } from '#server/accounts/details/describe.ts';
import { listAccounts } from '#server/accounts/details/list.ts';
import { checkHeartbeats } from '#server/accounts/feed/heartbeat.ts';
import { replayParkedEvents } from '#server/accounts/feed/replay-parked-events.ts';
import { openAccount } from '#server/accounts/lifecycle/open.ts';
import { syncAccess } from '#server/accounts/lifecycle/sync-access.ts';
import { newId } from '#server/core/deps.ts';
import { decryptText } from '#server/core/encryption.ts';
import { checkComponents } from '#server/status/check-components.ts';
import { sign, signRequest } from '#shared/accounts/bridge-signature.ts';
import { fetchCopier, saveCopier } from '#shared/copier/contract.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { quoteOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { fetchStatus } from '#shared/status/contract.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { payOrder, signInPerson } from '../support/people.ts';

const secret = 'a secret that both sides know, of 40 bytes';

type BridgeRequest = { readonly body: string; readonly headers: Record<string, unknown>; readonly path: string };

/** A stand-in for the bridge next to the platform: opens one account per idempotency key and can fail on request. */
class Daemon {
  readonly asked: BridgeRequest[] = [];
  readonly accounts = new Map<string, string>();
  answers: 'well' | 'with an error' | 'unsigned' | 'with nonsense' = 'well';
  readonly #server: Server;

  constructor(now: () => Date) {
    this.#server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = Buffer.concat(parts).toString();
      this.asked.push({ body, headers: request.headers, path: request.url ?? '' });
      const key = String(request.headers['idempotency-key']);
      const platformAccountId = this.accounts.get(key) ?? `APX-${1000 + this.accounts.size}`;
      this.accounts.set(key, platformAccountId);
      const account = { platformAccountId, user: 'ada', secret: 'horse-battery' };
      const answer = JSON.stringify(this.answers === 'with nonsense' ? { user: 'ada' } : account);
      const signed = sign(this.answers === 'unsigned' ? 'another' : secret, answer, now());
      response.writeHead(this.answers === 'with an error' ? 503 : 200, {
        'X-Tidemark-Timestamp': signed.timestamp,
        'X-Tidemark-Signature': signed.signature,
      });
      response.end(answer);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/bridge/`;
  }

  async stop(): Promise<void> {
    await new Promise((closed) => this.#server.close(closed));
  }
}

let daemon: Daemon;
let server: TestApp;

beforeAll(async () => {
  daemon = new Daemon(() => server.clock.now());
  const url = await daemon.start();
  server = await startTestApp({ environment: { PLATFORM_BRIDGE_URL: url, PLATFORM_BRIDGE_SECRET: secret } });
});

beforeEach(() => {
  daemon.answers = 'well';
});

afterAll(async () => {
  await server.close();
  await daemon.stop();
});

async function openOne() {
  const { personId } = await signInPerson(server);
  const { accountId } = await openAccount(server.deps, await payOrder(server, personId));
  return server.deps.db.selectFrom('trading_account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
}

type Delivery = { secret?: string; ageMs?: number; tamper?: string; path?: 'events' | 'heartbeat' };

async function deliver(message: unknown, options: Delivery = {}) {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const signedAt = new Date(server.clock.now().getTime() - (options.ageMs ?? 0));
  const { timestamp, signature } = sign(options.secret ?? secret, body, signedAt);
  const response = await server.app.request(`/api/bridge/${options.path ?? 'events'}`, {
    method: 'POST',
    headers: { 'X-Tidemark-Timestamp': timestamp, 'X-Tidemark-Signature': signature },
    body: body + (options.tamper ?? ''),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const fill = (second: number) => ({
  sourceId: `exec-${second}`,
  event: {
    type: 'fill',
    at: testStart + second * 1_000,
    instrument: 'ES',
    month: '2026-12',
    side: second % 2 ? 'buy' : 'sell',
    quantity: 1,
    priceTicks: 27_400 + second,
    feeCents: 210,
  },
});

describe('requesting an account from the bridge', () => {
  test('the request is signed, and a retry opens no second account', async () => {
    const account = await openOne();
    expect(account).toMatchObject({ platform_account_id: daemon.accounts.get(account.id), simulated: false });
    expect(decryptText(server.deps.keys, `account:${account.id}`, account.platform_secret)).toBe('horse-battery');
    const { body, headers, path } = daemon.asked.at(-1) ?? { body: '', headers: {}, path: '' };
    expect(path).toBe('/bridge/accounts');
    expect(headers['x-tidemark-signature']).toBe(sign(secret, body, server.clock.now()).signature);
    expect(headers['x-tidemark-request-signature']).toBe(
      signRequest(secret, { method: 'POST', path: '/accounts', idempotencyKey: account.id, body }, server.clock.now()),
    );
    expect(JSON.parse(body)).toMatchObject({ accountId: account.id, rules: { startingBalanceCents: 5_000_000 } });
  });

  test('the bridge receives the full set of permissions, and nothing more until they change', async () => {
    const { id: accountId, platform_account_id: platformAccountId } = await openOne();
    const { deps } = server;
    await syncAccess(deps, accountId);
    expect(daemon.asked.at(-1)?.path).toBe('/bridge/accounts');
    const hold = { accountId, source: 'subscription:one', reason: 'past-due' } as const;
    await deps.db.transaction().execute((trx) => suspendAccount(deps, trx, hold));
    await server.drain();
    const { body, path } = daemon.asked.at(-1) ?? { body: '', path: '' };
    expect(path).toBe(`/bridge/accounts/${accountId}/access`);
    expect(JSON.parse(body)).toEqual({
      accountId,
      platform: 'rithmic',
      platformAccountId,
      revision: 1,
      trading: false,
      flatten: false,
      until: null,
      reason: 'past-due',
      marketData: [],
    });
    await deps.db.transaction().execute((trx) => liftSuspension(deps, trx, hold.source));
    await server.drain();
    expect(JSON.parse(daemon.asked.at(-1)?.body ?? '')).toMatchObject({ revision: 2, trading: true });
  });

  test.each(['with an error', 'unsigned', 'with nonsense'] as const)(
    'a request that the bridge answers %s is retried later',
    async (how) => {
      const { personId } = await signInPerson(server);
      const order = await payOrder(server, personId);
      daemon.answers = how;
      await expect(openAccount(server.deps, order)).rejects.toThrow('bridge');
      daemon.answers = 'well';
      const { accountId } = await openAccount(server.deps, order);
      expect(daemon.asked.filter(({ headers }) => headers['idempotency-key'] === accountId)).toHaveLength(2);
    },
  );
});

describe('bridge events', () => {
  test('an event counts once, whether it names the account by our id or by the platform’s', async () => {
    await server.clock.advance(60_000);
    const account = await openOne();
    const byOurs = { account: { accountId: account.id }, events: [fill(1), fill(2)] };
    expect(await deliver(byOurs)).toMatchObject({ status: 200, body: { accepted: 2, duplicates: 0, sequence: 2 } });
    const platformAccountId = account.platform_account_id;
    const byTheirs = { account: { platform: 'rithmic', platformAccountId }, events: [fill(2), fill(3)] };
    expect(await deliver(byTheirs)).toMatchObject({ status: 200, body: { accepted: 1, duplicates: 1, sequence: 3 } });
    expect(await deliver(byTheirs)).toMatchObject({ status: 200, body: { accepted: 0, duplicates: 2, sequence: 3 } });
  });

  test('events that are unsigned, modified or signed too long ago are rejected', async () => {
    const account = await openOne();
    const message = { account: { accountId: account.id }, events: [fill(1)] };
    expect((await deliver(message, { secret: 'guessed' })).status).toBe(401);
    expect((await deliver(message, { tamper: ' ' })).status).toBe(401);
    expect((await deliver(message, { ageMs: 6 * 60_000 })).status).toBe(401);
    expect((await deliver(message, { ageMs: -6 * 60_000 })).status).toBe(401);
    expect((await server.app.request('/api/bridge/events', { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await deliver(message, { ageMs: 4 * 60_000 })).status).toBe(200);
  });

  test('one invalid event rejects the whole message', async () => {
    const account = await openOne();
    const send = (events: unknown) => deliver({ account: { accountId: account.id }, events });
    const { event } = fill(1);
    const wrong = [
      { sourceId: 'a b', event },
      { sourceId: 'a', event: { ...event, quantity: 0.5 } },
      { sourceId: 'a', event: { ...event, instrument: 'toString' } },
      { sourceId: 'a', event: { ...event, at: server.clock.now().getTime() + hourMs } },
      { sourceId: 'a', event: { type: 'day-close', at: testStart, day: '2026-03-14' } },
    ];
    for (const each of wrong) expect((await send([fill(1), each])).status).toBe(422);
    expect((await send([])).status).toBe(422);
    expect((await deliver('{"account":')).status).toBe(400);
    const { sequence } = await server.deps.db
      .selectFrom('trading_account')
      .select('sequence')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(sequence).toBe(0);
  });

  test('a message can carry several accounts, and an unknown one does not block the others', async () => {
    const [firstAccount, secondAccount] = [await openOne(), await openOne()];
    const deliveryFor = (accountId: string, ...seconds: number[]) => ({
      account: { accountId },
      events: seconds.map(fill),
    });
    const message = {
      deliveries: [
        deliveryFor(firstAccount.id, 1, 2),
        deliveryFor('nobody', 1),
        deliveryFor(secondAccount.id, 3),
        deliveryFor(firstAccount.id, 2, 3),
      ],
    };
    const { status, body } = await deliver(message);
    expect(status).toBe(200);
    expect(body).toMatchObject({ accepted: 4, duplicates: 1 });
    expect(body.deliveries).toMatchObject([
      { status: 200, accepted: 2 },
      { status: 404 },
      { status: 200, accepted: 1, sequence: 1 },
      { status: 200, accepted: 1, duplicates: 1, sequence: 3 },
    ]);
    expect((await deliver(message)).body).toMatchObject({ accepted: 0, duplicates: 5 });
    expect((await deliver({ deliveries: [] })).status).toBe(422);
    expect((await deliver({ deliveries: [deliveryFor(firstAccount.id, 4), { account: {}, events: [] }] })).status).toBe(
      422,
    );
  });

  test('events of an unknown account get a 404', async () => {
    expect((await deliver({ account: { accountId: 'nobody' }, events: [fill(1)] })).status).toBe(404);
  });
});

describe('bridge heartbeat', () => {
  async function stateOfPlatforms() {
    await checkComponents(server.deps);
    const { components } = (await client(server)(fetchStatus)).data;
    return components.find(({ name }) => name === 'platforms')?.state;
  }

  test('a heartbeat is stored per platform, and missing heartbeats are reported while the market is open', async () => {
    const account = await openOne();
    const readLastSeen = () =>
      describeAccount(server.deps, { personId: account.person_id }, account.id).then(
        (account) => account.platformSeenAt,
      );
    expect(await readLastSeen()).toBeNull();
    expect(await checkHeartbeats(server.deps)).toEqual([]);
    await server.clock.advance(4 * 60_000);
    // The bridge has never connected, although an account waits for it.
    expect(await checkHeartbeats(server.deps)).toEqual(['rithmic']);
    expect(await stateOfPlatforms()).toBe('degraded');
    const beat = { platform: 'rithmic' };
    expect((await deliver(beat, { path: 'heartbeat', secret: 'guessed' })).status).toBe(401);
    expect((await deliver({ platform: 'mt5' }, { path: 'heartbeat' })).status).toBe(422);
    expect(await readLastSeen()).toBeNull();
    expect((await deliver(beat, { path: 'heartbeat' })).status).toBe(200);
    expect(await readLastSeen()).toBe(server.clock.now().getTime());
    expect(await checkHeartbeats(server.deps)).toEqual([]);
    await server.clock.advance(4 * 60_000);
    expect(await checkHeartbeats(server.deps)).toEqual(['rithmic']);
    expect((await deliver(beat, { path: 'heartbeat' })).status).toBe(200);
    expect(await checkHeartbeats(server.deps)).toEqual([]);
    expect(await stateOfPlatforms()).toBe('operational');
    const weekend = { ...server.deps, clock: () => new Date(Date.UTC(2026, 2, 14, 18)) };
    expect(await checkHeartbeats(weekend)).toEqual([]);
  });
});

describe('a recorded heartbeat', () => {
  const read = () => server.deps.db.selectFrom('bridge_heartbeat').selectAll().executeTakeFirstOrThrow();

  test('that is sent again is no sign of life, and an earlier one changes nothing', async () => {
    await server.deps.db.deleteFrom('bridge_heartbeat').execute();
    const early = { platform: 'rithmic', feedLagMs: 90_000 };
    expect((await deliver(early, { path: 'heartbeat' })).status).toBe(200);
    await server.clock.advance(30_000);
    const last = { platform: 'rithmic', capabilities: ['orders'], feedLagMs: 20 };
    expect((await deliver(last, { path: 'heartbeat' })).status).toBe(200);
    const before = await read();
    await server.clock.advance(4 * 60_000);
    expect((await deliver(last, { path: 'heartbeat', ageMs: 4 * 60_000 })).status).toBe(200);
    expect((await deliver(early, { path: 'heartbeat', ageMs: 4.5 * 60_000 })).status).toBe(409);
    expect(await read()).toEqual(before);
    expect((await deliver(last, { path: 'heartbeat' })).status).toBe(200);
    expect((await read()).seen_at).toEqual(server.clock.now());
  });
});

describe('a bridge that takes orders', () => {
  test('says so in its heartbeat; staff see it, and Thor stays unavailable until the bridge takes orders', async () => {
    const { token } = await signInPerson(server);
    const staff = await signInStaff(server, 'risk_manager');
    const ask = client(server);
    const readAvailability = async () => {
      const { data } = await ask(officeLists.bridge.page, { token: staff.token, query: { platform: 'rithmic' } });
      return [data.rows[0]?.takesOrders, (await ask(fetchCopier, { token })).data.availability];
    };
    expect((await deliver({ platform: 'rithmic', capabilities: 'takesOrders' }, { path: 'heartbeat' })).status).toBe(
      422,
    );
    await deliver({ platform: 'rithmic' }, { path: 'heartbeat' });
    expect(await readAvailability()).toEqual([false, 'unavailable']);
    await deliver({ platform: 'rithmic', capabilities: ['takesOrders'] }, { path: 'heartbeat' });
    expect(await readAvailability()).toEqual([true, 'announced']);
    const refused = await ask(saveCopier, { token, body: { leaderId: newId(), followers: [] } });
    expect([refused.response_status, refused.error_code]).toEqual([409, 'copier_unavailable']);
    // Thor isn't for sale either.
    const selection: ProductSelection = {
      kind: 'thor',
      packageId: 'thor-monthly',
      platform: 'rithmic',
      addOns: [],
      coupon: '',
    };
    const unsold = await ask(quoteOrder, { token, body: { selection } });
    expect([unsold.response_status, unsold.error_code]).toEqual([409, 'copier_unavailable']);
    await deliver({ platform: 'rithmic' }, { path: 'heartbeat' });
    expect(await readAvailability()).toEqual([false, 'unavailable']);
  });
});

describe('events of unlisted contracts', () => {
  test('an event of an unlisted contract is parked, reported to staff once, and counts once the contract is listed', async () => {
    const account = await openOne();
    const unlistedInstrument = { sourceId: 'exec-2', event: { ...fill(2).event, instrument: 'XYZ' } };
    const unlistedMonth = { sourceId: 'exec-3', event: { ...fill(3).event, month: '2026-11' } };
    const message = { account: { accountId: account.id }, events: [fill(1), unlistedInstrument, unlistedMonth] };
    expect((await deliver(message)).body).toMatchObject({ accepted: 1, duplicates: 0, parked: 2 });
    expect((await deliver(message)).body).toMatchObject({ accepted: 0, duplicates: 3, parked: 0 });
    const mails = server.deps.db.selectFrom('mail').select('subject').where('dedupe_key', 'like', 'parked-staff:%');
    expect((await mails.execute()).map(({ subject }) => subject).toSorted()).toEqual([
      'Unknown contract: ESX6',
      'Unknown contract: XYZZ6',
    ]);
    const parkedOf = async () => {
      const accounts = await listAccounts(server.deps, account.person_id);
      return accounts.find(({ id }) => id === account.id)?.parkedEvents;
    };
    const parkedAt = server.clock.now().getTime();
    expect(await parkedOf()).toEqual({ count: 2, since: parkedAt });
    await server.clock.advance(60_000);
    const another = { account: message.account, events: [{ ...unlistedInstrument, sourceId: 'exec-4' }] };
    expect((await deliver(another)).body).toMatchObject({ accepted: 0, duplicates: 0, parked: 1 });
    expect(await parkedOf()).toEqual({ count: 3, since: parkedAt });
    await server.deps.db.deleteFrom('parked_event').where('source_id', '=', 'exec-4').execute();
    expect(await replayParkedEvents(server.deps)).toBe(0);

    // As if both contracts were listed by now, rewrite the parked events to listed ones.
    for (const { sourceId, event } of [fill(2), fill(3)]) {
      await server.deps.db
        .updateTable('parked_event')
        .set({ event: JSON.stringify(event) })
        .where('source_id', '=', sourceId)
        .execute();
    }
    expect(await replayParkedEvents(server.deps)).toBe(2);
    const { state } = await server.deps.db
      .selectFrom('trading_account')
      .select('state')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    // Bought at 27,401, sold at 27,402, bought at 27,403: one tick won, three fees of $2.10 paid.
    expect(state).toMatchObject({ balanceCents: 5_000_000 + 1_250 - 630, positions: [{ quantity: 1 }] });
    expect(await replayParkedEvents(server.deps)).toBe(0);
    expect(await parkedOf()).toBeNull();
  });
});

test('without a bridge, the call does not exist', async () => {
  const plain = await startTestApp();
  expect((await plain.app.request('/api/bridge/events', { method: 'POST', body: '{}' })).status).toBe(404);
  await plain.close();
});
