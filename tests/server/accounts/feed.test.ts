import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAccountRules } from '#content/catalog.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { compareDelivered } from '#server/accounts/event-log/apply-events.ts';
import { closeTradingDay } from '#server/accounts/feed/close-day.ts';
import { compactAccounts } from '#server/accounts/feed/compact.ts';
import { ingestEvents } from '#server/accounts/feed/ingest.ts';
import type { DeliveredEvent } from '#server/accounts/ports/platform/platform.ts';
import type { Deps } from '#server/core/deps.ts';
import { createState, replay } from '#shared/accounts/engine.ts';
import { nextEvents, startTrader } from '#shared/accounts/simulated-trader/next-events.ts';
import { sessionCloseAt, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { testMarket } from '../../support/test-market.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

let server: TestApp;
let personId: string;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 10 * dayMs });
  ({ personId } = await signInPerson(server));
});

afterAll(() => server.close());

/** Three days of trading with a mark a minute and some events in the same millisecond. */
function makeTrader(seed: number, packageSize: '25K' | '50K' = '50K'): DeliveredEvent[] {
  const rules = getAccountRules(server.deps.catalog, 'v1', 'classic', packageSize);
  const scenario = (['passes', 'fails', 'wanders'] as const)[seed % 3] ?? 'passes';
  const trader = startTrader({ seed, rules, startAt: testStart, scenario, markEveryMs: 60_000, hours: 'exchange' });
  const { events } = nextEvents(testMarket(), trader, testStart + 3 * dayMs);
  return events.map((event, index) => ({
    sourceId: `e-${String(index).padStart(6, '0')}`,
    event: event.type === 'mark' ? { ...event, at: Math.floor(event.at / 120_000) * 120_000 } : event,
  }));
}

/** An account opened at the start of the simulated trading. */
async function openOne(): Promise<string> {
  return buyAccount({ deps: { ...server.deps, clock: () => new Date(testStart) } }, personId);
}

async function readAccount(accountId: string) {
  const { deps } = server;
  const account = await deps.db
    .selectFrom('trading_account')
    .select(['state', 'sequence', 'open_day'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const points = await deps.db
    .selectFrom('equity_point')
    .select(['at', 'equity_cents', 'floor_cents', 'high_water_mark_cents'])
    .where('account_id', '=', accountId)
    .orderBy('at')
    .execute();
  return { ...account, points };
}

async function readCheckpoints(accountId: string) {
  const checkpoints = server.deps.db.selectFrom('account_checkpoint').select(['at', 'state']);
  return checkpoints.where('account_id', '=', accountId).orderBy('at').execute();
}

async function deliver(accountId: string, events: readonly DeliveredEvent[], sizes: readonly number[]) {
  let start = 0;
  for (let round = 0; start < events.length; round += 1) {
    const size = sizes[round % sizes.length] ?? 50;
    await ingestEvents(server.deps, accountId, events.slice(start, start + size));
    start += size;
  }
}

describe('any delivery order leads to the same state, to the cent', () => {
  test('shuffled, repeated and late deliveries end in the same state as an ordered delivery', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 10_000 }),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
        async (seed, sizes, picks) => {
          const clean = makeTrader(seed);
          const mixed = [...clean, ...picks.slice(0, 20).flatMap((pick) => clean[pick % clean.length] ?? [])];
          for (const [index, pick] of picks.entries()) {
            const from = (index * 37) % mixed.length;
            const [moved] = mixed.splice(from, 1);
            if (moved) mixed.splice(pick % (mixed.length + 1), 0, moved);
          }
          const [ordered, messy] = [await openOne(), await openOne()];
          await deliver(ordered, [...clean].sort(compareDelivered), [10_000]);
          await deliver(
            messy,
            mixed,
            sizes.map((size) => size + 40),
          );
          expect(await readAccount(messy)).toEqual(await readAccount(ordered));
        },
      ),
      { numRuns: 12 },
    );
  });

  test('the stored state equals a plain replay', async () => {
    const events = makeTrader(7).sort(compareDelivered);
    const accountId = await openOne();
    await deliver(accountId, events.toReversed(), [300]);
    const rules = getAccountRules(server.deps.catalog, 'v1', 'classic', '50K');
    const { state, sequence } = await readAccount(accountId);
    expect(state).toEqual(
      replay(
        rules,
        events.map(({ event }) => event),
        createState(rules),
      ),
    );
    expect(sequence).toBe(events.length);
  });
});

describe('late events', () => {
  test('late events replay from checkpoints every thousand events and end in the same state as an ordered delivery', async () => {
    const rules = getAccountRules(server.deps.catalog, 'v1', 'classic', '50K');
    const trader = startTrader({ seed: 'busy', rules, startAt: testStart, scenario: 'passes' });
    const events = nextEvents(testMarket(), trader, testStart + 2 * hourMs).events.map((event, index) => ({
      sourceId: `e-${String(index).padStart(6, '0')}`,
      event,
    }));
    const withheld = events.filter((_event, index) => index % 611 === 610);
    const [ordered, messy] = [await openOne(), await openOne()];
    await deliver(ordered, events, [300]);
    await deliver(
      messy,
      events.filter((event) => !withheld.includes(event)),
      [300],
    );
    expect(await readCheckpoints(messy)).not.toEqual([]);
    for (const late of withheld.toReversed()) await ingestEvents(server.deps, messy, [late]);

    expect(await readAccount(messy)).toEqual(await readAccount(ordered));
    const checkpoints = await readCheckpoints(messy);
    expect(checkpoints.length).toBeGreaterThanOrEqual(3);
    for (const { at, state } of checkpoints) {
      const before = events.filter(({ event }) => event.at < at.getTime()).map(({ event }) => event);
      expect(state).toEqual(replay(rules, before));
    }
  });
});

describe('duplicate events', () => {
  test('the same events delivered concurrently count once', async () => {
    const events = makeTrader(3);
    const accountId = await openOne();
    const results = await Promise.all([
      ingestEvents(server.deps, accountId, events),
      ingestEvents(server.deps, accountId, events),
      ingestEvents(server.deps, accountId, events.slice(10, 60)),
    ]);
    expect(results.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(events.length);
    expect((await readAccount(accountId)).sequence).toBe(events.length);
  });

  test('events of several accounts that two servers store in opposite order count once', async () => {
    const secondServer = await server.another();
    const events = makeTrader(3).slice(0, 400);
    const ids = [await openOne(), await openOne(), await openOne()];
    const chunks = Array.from({ length: 10 }, (_, index) => events.slice(index * 40, index * 40 + 60));
    const accepted = await Promise.all(
      chunks.flatMap((chunk, index) =>
        ids.flatMap((id, place) => [
          ingestEvents((index + place) % 2 ? server.deps : secondServer.deps, id, chunk),
          ingestEvents((index + place) % 2 ? secondServer.deps : server.deps, id, chunk.toReversed()),
        ]),
      ),
    );
    expect(accepted.reduce((sum, each) => sum + each.accepted, 0)).toBe(events.length * ids.length);
    const clean = await openOne();
    await ingestEvents(server.deps, clean, events);
    for (const id of ids) expect(await readAccount(id)).toEqual(await readAccount(clean));
    await secondServer.close();
  });

  test('a source id repeated within a delivery counts once', async () => {
    const accountId = await openOne();
    const [first] = makeTrader(3);
    if (!first) throw new Error('The trader is empty');
    expect(await ingestEvents(server.deps, accountId, [first, first])).toMatchObject({ accepted: 1, sequence: 1 });
    expect(await ingestEvents(server.deps, accountId, [first])).toMatchObject({ accepted: 0, sequence: 1 });
  });

  test('an unknown account is rejected', async () => {
    await expect(ingestEvents(server.deps, 'emptyBuyer', makeTrader(3))).rejects.toMatchObject({ status: 404 });
  });
});

describe('calendar', () => {
  test('a day closes once, and a late fill is inserted before the close', async () => {
    const accountId = await openOne();
    const events = makeTrader(9).filter(({ event }) => event.type !== 'day-close');
    const day = tradingDayOf(testStart);
    const dayEvents = events.filter(({ event }) => event.at < sessionCloseAt(day));
    const late = dayEvents.slice(-3);
    await ingestEvents(server.deps, accountId, dayEvents.slice(0, -3));
    expect((await readAccount(accountId)).open_day).toBe(day);

    await closeTradingDay(server.deps);
    await closeTradingDay(server.deps);
    const closed = await readAccount(accountId);
    expect(closed.open_day).toBeNull();
    expect(closed.state.days.map((each) => each.closed)).toEqual([true]);

    await ingestEvents(server.deps, accountId, late);
    const { state } = await readAccount(accountId);
    const rules = getAccountRules(server.deps.catalog, 'v1', 'classic', '50K');
    const close = { type: 'day-close', at: sessionCloseAt(day), day } as const;
    const expected = replay(rules, [...[...dayEvents].sort(compareDelivered).map(({ event }) => event), close]);
    expect(state).toEqual(expected);
  });

  test('a past day keeps only a few chart points, the current day all of them', async () => {
    const accountId = await openOne();
    await ingestEvents(server.deps, accountId, makeTrader(12));
    const before = await readAccount(accountId);
    await compactAccounts(server.deps);
    const { points, state } = await readAccount(accountId);
    expect(points.length).toBeLessThan(before.points.length);
    const today = state.days.at(-1)?.day;
    const older = points.filter((point) => tradingDayOf(point.at.getTime()) !== today);
    expect(older.length).toBeGreaterThan(40);
    expect(older.length).toBeLessThanOrEqual(48 * 3);
    expect(await compactAccounts(server.deps)).toBe(0);
  });
});

describe('pruned marks', () => {
  test('pruning doesn’t change the result, and an event that would need pruned marks is rejected', async () => {
    const [pruned, unpruned] = [await openOne(), await openOne()];
    const events = makeTrader(6);
    for (const accountId of [pruned, unpruned]) await ingestEvents(server.deps, accountId, events);
    const weeksLater: Deps = { ...server.deps, clock: () => new Date(testStart + 60 * dayMs) };
    await server.deps.db
      .updateTable('trading_account')
      .set({ compact_due_at: null })
      .where('id', '=', unpruned)
      .execute();
    await compactAccounts(weeksLater);
    const marksOf = async (accountId: string) => {
      const marks = server.deps.db.selectFrom('account_event').select('sequence').where('type', '=', 'mark');
      return (await marks.where('account_id', '=', accountId).execute()).length;
    };
    expect(await marksOf(pruned)).toBeLessThan((await marksOf(unpruned)) / 2);

    const late = events.findLast(({ event }) => event.type === 'fill')?.event;
    if (late?.type !== 'fill') throw new Error('The trader has no fills');
    const old = { sourceId: 'e-000000-late', event: late };
    await expect(ingestEvents(weeksLater, pruned, [old])).rejects.toMatchObject({ status: 409 });
    const otherAccount = await openOne();
    const [refused, accepted] = await Promise.allSettled([
      ingestEvents(weeksLater, pruned, [old]),
      ingestEvents(weeksLater, otherAccount, events.slice(0, 10)),
    ]);
    expect([refused?.status, accepted?.status]).toEqual(['rejected', 'fulfilled']);
    const fresh = { sourceId: 'n-1', event: { ...late, at: testStart + 59 * dayMs } };
    for (const accountId of [pruned, unpruned]) await ingestEvents(weeksLater, accountId, [fresh]);
    expect((await readAccount(pruned)).state).toEqual((await readAccount(unpruned)).state);
  });
});
