import { createParser } from 'eventsource-parser';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ingestEvents } from '#server/accounts/feed/ingest.ts';
import { endAccount } from '#server/accounts/lifecycle/end.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { endStreams } from '#server/core/http/streams.ts';
import { endSession } from '#server/people/sessions/end-session.ts';
import { accountData, accountUpdate } from '#shared/accounts/contract.ts';
import { updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { noLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { play, trade } from '../support/trading.ts';

let server: TestApp;

beforeEach(async () => {
  server = await startTestApp();
});

afterEach(() => server.close());

function fillAt(second: number, side: 'buy' | 'sell' = 'buy'): { sourceId: string; event: Fill } {
  const at = testStart + second * 1_000;
  const event: Fill = {
    type: 'fill',
    at,
    instrument: 'ES',
    month: '2026-12',
    side,
    quantity: 1,
    priceTicks: 27_400,
    feeCents: 210,
  };
  return { sourceId: `fill-${second}`, event };
}

/** Reads the stream as the browser does. `next` waits for a message and returns null at the end. */
async function listen(to: TestApp, token: string, accountId?: string, since?: string) {
  const stop = new AbortController();
  const search = since ? `?since=${since}` : accountId ? `?accountId=${accountId}` : '';
  const response = await to.app.request(`/api/account/stream${search}`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const messages: unknown[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => void (event === 'account' && messages.push(JSON.parse(data))),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    status: response.status,
    headers: response.headers,
    async next() {
      while (reader && messages.length === 0) {
        const { done, value } = await reader.read();
        if (done) return null;
        parser.feed(value);
      }
      return accountUpdate.parse(messages.shift());
    },
    /** All messages until the stream ends. */
    async rest() {
      const rest = [];
      for (let each = await this.next(); each; each = await this.next()) rest.push(each);
      return rest;
    },
    close: async () => reader?.cancel(),
  };
}

describe('the live account stream', () => {
  test('sends the current state at once, then each change with its fills', async () => {
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const stream = await listen(server, token);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(await stream.next()).toMatchObject({ accountId, sequence: 0, fills: [] });

    await ingestEvents(server.deps, accountId, [fillAt(1)]);
    const update = await stream.next();
    expect(update).toMatchObject({ accountId, sequence: 1, fills: [{ at: testStart + 1_000, side: 'buy' }] });
    expect(update?.view.contractsInUse).toBe(1);
    await stream.close();
  });

  test('combines a burst into a few messages that contain each fill once', async () => {
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const stream = await listen(server, token);
    await stream.next();
    for (let second = 1; second <= 12; second += 1) {
      await ingestEvents(server.deps, accountId, [fillAt(second, second % 2 ? 'buy' : 'sell')]);
    }
    const received: number[] = [];
    let count = 0;
    for (let sequence = 0; sequence < 12; count += 1) {
      const update = await stream.next();
      sequence = update?.sequence ?? 12;
      received.push(...(update?.fills.map(({ at }) => (at - testStart) / 1_000) ?? []));
    }
    expect(received).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(count).toBeLessThan(12);
    await stream.close();
  });

  test('resumes after what the reader has, without gaps or repeats', async () => {
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    await ingestEvents(server.deps, accountId, [fillAt(1)]);
    const { data } = await client(server)(accountData, { token, query: { history: accountId } });
    expect(data.accounts).toMatchObject([{ sequence: 1, history: { fills: [{ at: testStart + 1_000 }] } }]);
    await ingestEvents(server.deps, accountId, [fillAt(2, 'sell'), fillAt(3)]);
    const stream = await listen(server, token, undefined, `${accountId}:1`);
    const first = await stream.next();
    expect(first?.fills.map(({ at }) => (at - testStart) / 1_000)).toEqual([2, 3]);
    await stream.close();
  });

  test('sends a lifecycle change without an event', async () => {
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const stream = await listen(server, token);
    expect(await stream.next()).toMatchObject({ stage: 'evaluation', sequence: 0 });
    await endAccount(server.deps, accountId, 'canceled');
    expect(await stream.next()).toMatchObject({ accountId, stage: 'canceled', sequence: 0 });
    await stream.close();
  });

  test('sends a personal daily stop that is already reached as soon as it is set', async () => {
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const stream = await listen(server, token);
    await stream.next();
    // 40 ticks of $12.50 are $500.
    await play(server, accountId, trade(testStart, -40));
    const lost = await stream.next();
    expect(lost?.personalStopLock).toBeNull();
    const limits = { ...noLimits, lossCents: 50_000 };
    await client(server)(updatePersonalStop, { token, body: { accountId, ...limits } });
    const locked = await stream.next();
    expect(locked).toMatchObject({ accountId, sequence: lost?.sequence, personalStopLock: { kind: 'loss' } });
    await stream.close();
  });

  test('marks the history as changed only after a late event or a reset', async () => {
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const stream = await listen(server, token);
    const revisionAfter = async (...events: Parameters<typeof ingestEvents>[2]) => {
      await ingestEvents(server.deps, accountId, events);
      return (await stream.next())?.revision;
    };
    expect((await stream.next())?.revision).toBe(0);
    expect(await revisionAfter(fillAt(3_630))).toBe(0);
    expect(await revisionAfter(fillAt(3_610, 'sell')), 'within the last minute').toBe(0);
    expect(await revisionAfter(fillAt(-86_400)), 'a fill of the day before').toBe(1);
    expect(await revisionAfter(fillAt(3_660)), 'an event in order').toBe(1);
    const response = await server.app.request('/api/account/data', { headers: { Authorization: `Bearer ${token}` } });
    const { data } = (await response.json()) as { data: { accounts: { revision: number; firstDay: string }[] } };
    expect(data.accounts).toMatchObject([{ revision: 1, firstDay: '2026-03-10' }]);
    await resetAccount(server.deps, accountId, 'again');
    expect(await stream.next()).toMatchObject({ revision: 2, stage: 'evaluation' });
    await stream.close();
  });

  test('announces an account opened while someone is listening', async () => {
    const { personId, token } = await signInPerson(server);
    const stream = await listen(server, token);
    const accountId = await buyAccount(server, personId);
    expect(await stream.next()).toMatchObject({ accountId, sequence: 0 });
    await stream.close();
  });

  test('never sends another person’s account', async () => {
    const owner = await signInPerson(server);
    const stranger = await signInPerson(server);
    const accountId = await buyAccount(server, owner.personId);
    expect((await listen(server, stranger.token, accountId)).status).toBe(404);
    const stream = await listen(server, stranger.token);
    await ingestEvents(server.deps, accountId, [fillAt(1)]);
    const ownAccount = await buyAccount(server, stranger.personId);
    expect(await stream.next()).toMatchObject({ accountId: ownAccount });
    await stream.close();
  });

  test('rejects a missing or wrong token and an unverified address', async () => {
    const unverified = await signInPerson(server, { verified: false });
    expect((await server.app.request('/api/account/stream')).status).toBe(401);
    expect((await listen(server, 'wrong')).status).toBe(498);
    expect((await listen(server, unverified.token)).status).toBe(403);
  });

  test('ends with the session and sends nothing afterward', async () => {
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const stream = await listen(server, token);
    await stream.next();
    await endSession(server.deps, token);
    await ingestEvents(server.deps, accountId, [fillAt(1)]);
    expect(await stream.rest()).toEqual([]);
  });

  test('ends when the token expires', async () => {
    const { personId, token } = await signInPerson(server, { lifetimeMs: 60_000 });
    const accountId = await buyAccount(server, personId);
    const stream = await listen(server, token);
    await stream.next();
    await server.clock.advance(61_000);
    await ingestEvents(server.deps, accountId, [fillAt(1)]);
    expect(await stream.rest()).toEqual([]);
  });

  test('ends when the server stops', async () => {
    const { personId, token } = await signInPerson(server);
    await buyAccount(server, personId);
    const stream = await listen(server, token);
    await stream.next();
    endStreams(server.deps);
    expect(await stream.rest()).toEqual([]);
  });

  test('leaves no listener behind once it is closed', async () => {
    const { personId, token } = await signInPerson(server);
    await buyAccount(server, personId);
    let listeners = 0;
    const { bus } = server.deps;
    const counting = await server.another({
      bus: {
        publish: bus.publish,
        publishAll: bus.publishAll,
        subscribeAll: bus.subscribeAll,
        async subscribe(channel, listener) {
          const unsubscribe = await bus.subscribe(channel, listener);
          listeners += 1;
          return async () => {
            listeners -= 1;
            await unsubscribe();
          };
        },
      },
    });
    const stream = await listen(counting, token);
    await stream.next();
    expect(listeners).toBe(2);
    await stream.close();
    await eventually('the end of the listeners', () => expect(listeners).toBe(0));
  });

  test('sends changes made on another server', async () => {
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const secondServer = await server.another();
    const stream = await listen(secondServer, token);
    await stream.next();
    await ingestEvents(server.deps, accountId, [fillAt(1)]);
    expect(await stream.next()).toMatchObject({ accountId, sequence: 1 });
    await stream.close();
  });
});
