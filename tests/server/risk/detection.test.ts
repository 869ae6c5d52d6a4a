import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { detectFindings } from '#server/risk/detect.ts';
import { detectSharedDetails } from '#server/risk/detect-shared-details.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { dismissFinding, openFindingCase } from '#shared/risk/contract-findings.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { makePayable } from '../support/payee.ts';
import { buyAccount, giveRoles, signInPerson } from '../support/people.ts';
import { play } from '../support/trading.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;
let token: string;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 3 * hourMs });
  ask = client(server);
  const staff = await signInPerson(server, { lifetimeMs: 30 * dayMs });
  await giveRoles(server, staff.personId, ['risk_manager']);
  token = staff.token;
});

afterAll(() => server.close());

function fill(afterMs: number, side: 'buy' | 'sell', quantity = 1): AccountEvent {
  const es = { instrument: 'ES', month: '2026-12', priceTicks: 24_000, feeCents: 0 } as const;
  return { ...es, type: 'fill', at: testStart + afterMs, side, quantity };
}

const signInTrader = async () => (await signInPerson(server, { lifetimeMs: 30 * dayMs })).personId;
const findingsOf = async (accountId: string) =>
  (await ask(officeLists.findings.page, { token, query: { account: accountId } })).data.rows;

/** Ten trades, five minutes apart; a copier's trades follow after the delay. */
const tenTrades = (delayMs = 0) =>
  Array.from({ length: 10 }, (_, index) => [
    fill(index * 5 * minuteMs + delayMs, 'buy'),
    fill(index * 5 * minuteMs + 3 * minuteMs + delayMs, 'sell'),
  ]).flat();

describe('detection', () => {
  test('finds opposite positions across one person’s accounts once, with their fills, and adds later ones', async () => {
    const person = await signInTrader();
    const [first, second] = [await buyAccount(server, person), await buyAccount(server, person)];
    await play(server, first, [fill(0, 'buy')]);
    await play(server, second, [fill(10_000, 'sell')]);
    await detectFindings(server.deps);
    await detectFindings(server.deps);
    const [found, ...others] = await findingsOf(first);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind: 'opposite-sides', status: 'open', day: '2026-03-11' });
    expect(new Set([found?.['accountId'], found?.['otherAccountId']])).toEqual(new Set([first, second]));
    expect(JSON.parse(String(found?.['fills']))).toMatchObject([{ accountId: second, side: 'sell', quantity: 1 }]);
    expect(await findingsOf(second)).toHaveLength(1);

    await play(server, second, [fill(70_000, 'buy')]);
    await detectFindings(server.deps);
    const [grown] = await findingsOf(first);
    expect(grown?.id).toBe(found?.id);
    expect(JSON.parse(String(grown?.['facts']))).toEqual({ market: 'ES', opposedMs: 60_000 });
  });

  test('finds opposite positions of people who share a bank account or a browser, and none of strangers', async () => {
    const people = [await signInTrader(), await signInTrader(), await signInTrader(), await signInTrader()] as const;
    const [one, partner, sameBrowser, stranger] = people;
    const accounts = [];
    for (const personId of people) accounts.push(await buyAccount(server, personId));
    const [long = '', short = '', third = '', other = ''] = accounts;
    await makePayable(server, one);
    await makePayable(server, partner);
    const device = { device_hash: 'one browser', last_used_at: server.clock.now() };
    await server.deps.db
      .insertInto('known_device')
      .values([
        { ...device, person_id: one },
        { ...device, person_id: sameBrowser },
      ])
      .execute();
    await detectSharedDetails(server.deps);
    await detectSharedDetails(server.deps);
    const shared = (await findingsOf(long)).map(({ kind, facts }) => [kind, JSON.parse(String(facts)).detail]);
    expect(shared.sort()).toEqual([
      ['shared-details', 'bank-account'],
      ['shared-details', 'browser'],
    ]);
    await play(server, long, [fill(0, 'buy')]);
    for (const [index, id] of [short, third, other].entries()) await play(server, id, [fill(10_000 + index, 'sell')]);
    await detectFindings(server.deps);
    const opposite = async (id: string) => (await findingsOf(id)).filter(({ kind }) => kind === 'opposite-sides');
    expect(await opposite(short)).toMatchObject([{ status: 'open', day: '2026-03-11' }]);
    expect(await opposite(third)).toHaveLength(1);
    expect(await opposite(long)).toHaveLength(2);
    expect(await findingsOf(other)).toEqual([]);
    expect(await findingsOf(stranger)).toEqual([]);
  });

  test('finds trades copied between two people, and who traded first', async () => {
    const [leader, follower] = [
      await buyAccount(server, await signInTrader()),
      await buyAccount(server, await signInTrader()),
    ];
    await play(server, leader, tenTrades());
    await detectFindings(server.deps);
    expect(await findingsOf(leader)).toEqual([]);
    await play(server, follower, tenTrades(1_500));
    await detectFindings(server.deps);
    const [found] = await findingsOf(follower);
    expect(found).toMatchObject({ kind: 'copied-trades', accountId: follower, otherAccountId: leader });
    expect(JSON.parse(String(found?.['facts']))).toEqual({ matched: 20, fills: 20, medianDelayMs: 1_500 });
  });

  test('takes one person’s accounts for no copies', async () => {
    const person = await signInTrader();
    const [one, two] = [await buyAccount(server, person), await buyAccount(server, person)];
    await play(server, one, tenTrades(4 * hourMs));
    await play(server, two, tenTrades(4 * hourMs + 1_500));
    await detectFindings(server.deps);
    const found = [...(await findingsOf(one)), ...(await findingsOf(two))];
    expect(found.filter((finding) => finding['kind'] === 'copied-trades')).toEqual([]);
  });

  test('shows each side of a finding its own account and the other one, and who traded first', async () => {
    const [leading, following] = [await signInTrader(), await signInTrader()];
    const [leader, follower] = [await buyAccount(server, leading), await buyAccount(server, following)];
    // At a different time, because anyone who trades at the same moment is found as well.
    await play(server, leader, tenTrades(2 * hourMs));
    await play(server, follower, tenTrades(2 * hourMs + 1_500));
    await detectFindings(server.deps);
    const [ofFollower] = await findingsOf(follower);
    const [ofLeader] = await findingsOf(leader);
    expect(ofFollower).toMatchObject({ accountId: follower, otherAccountId: leader, personId: following });
    expect(JSON.parse(String(ofFollower?.['facts']))).toMatchObject({ matched: 20, medianDelayMs: 1_500 });
    expect(ofLeader).toMatchObject({
      ...{ id: ofFollower?.id, accountId: leader, otherAccountId: follower, personId: leading },
      account: ofFollower?.['otherAccount'],
      otherAccount: ofFollower?.['account'],
    });
    expect(JSON.parse(String(ofLeader?.['facts']))).toMatchObject({ matched: 20, medianDelayMs: -1_500 });
  });

  test('finds days on which most trades close within seconds', async () => {
    const account = await buyAccount(server, await signInTrader());
    const quick = Array.from({ length: 10 }, (_, index) => [
      fill(hourMs + index * minuteMs, 'buy'),
      fill(hourMs + index * minuteMs + 2_000, 'sell'),
    ]).flat();
    await play(server, account, quick);
    await detectFindings(server.deps);
    const rows = await findingsOf(account);
    expect(rows.map((row) => row['kind'])).toContain('unusual-timing');
  });

  test('reads each fill once, and a fill that arrives in the meantime stays due', async () => {
    const account = await buyAccount(server, await signInTrader());
    await play(server, account, [fill(0, 'buy')]);
    expect(await detectFindings(server.deps)).toBe(1);
    expect(await detectFindings(server.deps)).toBe(0);
    await play(server, account, [fill(minuteMs, 'sell')]);
    expect(await detectFindings(server.deps)).toBe(1);
  });
});

describe('a risk manager’s decision', () => {
  async function createFinding() {
    const person = await signInTrader();
    const [first, second] = [await buyAccount(server, person), await buyAccount(server, person)];
    await play(server, first, [fill(0, 'buy')]);
    await play(server, second, [fill(10_000, 'sell')]);
    await detectFindings(server.deps);
    const [found] = await findingsOf(first);
    if (!found) throw new Error('nothing was found');
    const stored = await ask(officeLists.findings.record, { token, query: { id: found.id } });
    return { findingId: found.id, accountId: String(stored.data.row['accountId']), second };
  }

  test('that dismisses a finding keeps its reason and closes it for good', async () => {
    const { findingId, accountId, second } = await createFinding();
    const body = { findingId, reason: 'A hedge of one order, agreed by mail.' };
    expect((await ask(dismissFinding, { token, body })).response_status).toBe(200);
    expect((await ask(dismissFinding, { token, body })).response_status).toBe(409);
    await play(server, second, [fill(2 * minuteMs, 'buy')]);
    await detectFindings(server.deps);
    expect(await findingsOf(accountId)).toMatchObject([
      { id: findingId, status: 'dismissed', decisionReason: 'A hedge of one order, agreed by mail.' },
    ]);
    const { data } = await ask(officeLists.timeline.page, { token, query: { account: accountId } });
    expect(data.rows.map((row) => row['action'])).toEqual(
      expect.arrayContaining(['finding-stored', 'finding-dismissed']),
    );
  });

  test('that opens a case from a finding copies its fills and suspends the account', async () => {
    const { findingId, accountId } = await createFinding();
    const body = { findingId, cause: 'opposite-trades' as const, evidence: 'Both sides of ES for a minute.' };
    const answers = await Promise.all([ask(openFindingCase, { token, body }), ask(openFindingCase, { token, body })]);
    expect(answers.map(({ response_status: status }) => status).sort()).toEqual([200, 409]);
    const stored = await server.deps.db
      .selectFrom('conduct_case')
      .select(['cause', 'events'])
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    expect(stored.cause).toBe('opposite-trades');
    const rows = await findingsOf(accountId);
    const ownFills = JSON.parse(String(rows[0]?.['fills'])).filter(
      (each: { accountId: string }) => each.accountId === accountId,
    );
    expect(stored.events).toHaveLength(ownFills.length);
    expect(rows[0]).toMatchObject({ status: 'case' });
  });
});

describe('over days', () => {
  test('finds strangers who take opposite sides of the same trades on three days, and on two not yet', async () => {
    const [one, other] = [
      await buyAccount(server, await signInTrader()),
      await buyAccount(server, await signInTrader()),
    ];
    const trades = (afterMs: number, side: 'buy' | 'sell') => {
      const back = side === 'buy' ? 'sell' : 'buy';
      return [0, 1].flatMap((index) => [
        fill(afterMs + index * 20 * minuteMs, side),
        fill(afterMs + index * 20 * minuteMs + 10 * minuteMs, back),
      ]);
    };
    const mirrorsOf = async (id: string) => (await findingsOf(id)).filter(({ kind }) => kind === 'mirrored-trades');
    const days = [dayMs, 2 * dayMs, 5 * dayMs];
    for (const [index, day] of days.entries()) {
      await server.clock.advance(testStart + day + 4 * hourMs - server.clock.now().getTime());
      await play(server, one, trades(day, 'buy'));
      await play(server, other, trades(day + 1_000, 'sell'));
      await detectFindings(server.deps);
      expect(await mirrorsOf(one)).toHaveLength(index === 2 ? 1 : 0);
    }
    const [found] = await mirrorsOf(other);
    expect(found).toMatchObject({ status: 'open', day: '2026-03-12' });
    expect(JSON.parse(String(found?.['facts']))).toEqual({ days: 3, matched: 12, fills: 12 });
  });

  test('finds months of a product held against each other where the rules refuse it, as a platform may let through', async () => {
    const { db } = server.deps;
    const [refused, allowed] = [
      await buyAccount(server, await signInTrader()),
      await buyAccount(server, await signInTrader()),
    ];
    await db.updateTable('trading_account').set({ rules_version: 'v2' }).where('id', '=', refused).execute();
    const at = server.clock.now().getTime() - testStart - hourMs;
    const legs = [fill(at, 'buy'), { ...fill(at + minuteMs, 'sell'), month: '2026-06' } as AccountEvent];
    for (const id of [refused, allowed]) await play(server, id, legs);
    await server.clock.advance(minuteMs);
    await detectFindings(server.deps);
    const spreadsOf = async (id: string) => (await findingsOf(id)).filter(({ kind }) => kind === 'spread');
    expect(await spreadsOf(refused)).toMatchObject([{ status: 'open', accountId: refused }]);
    expect(await spreadsOf(allowed)).toEqual([]);
  });
});
