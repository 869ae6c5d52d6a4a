import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { rollUpPayouts } from '#server/payouts/statistics/append-days.ts';
import { readStatistics } from '#server/payouts/statistics/read-statistics.ts';
import * as staffCalls from '#shared/payouts/contract-office.ts';
import { payoutStatistics } from '#shared/payouts/contract-statistics.ts';
import { type ChainEntry, verifyChain } from '#shared/payouts/statistics-chain.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { lose, pass } from '../support/trading.ts';

/** Two payouts are enough for figures here. */
const read = readCatalog();
const catalog = {
  ...read,
  packages: { ...read.packages, rulesVersion: 'v1' },
  payoutsByRule: { ...read.payoutsByRule, upToCents: 0 },
  payoutStatistics: { minimumPaid: 2, minimumPerMonth: 2 },
};
let server: TestApp;

beforeEach(async () => {
  // Wednesday, March 18, 2026, 15:00 UTC.
  server = await startTestApp({ startAt: testStart + 7 * dayMs, catalog });
});

afterEach(() => server.close());

async function request(amountCents = 100_000): Promise<string> {
  const trader = await fundTrader(server);
  const { data } = await trader.request(amountCents);
  await server.drain();
  return data.payout.id;
}

const ask = (...args: Parameters<ReturnType<typeof client>>) => client(server)(...args);
/** A new session for each step, because the steps are days apart and sessions don't last that long. */
async function step(call: Parameters<typeof ask>[0], payoutId: string, more: object = {}) {
  const { token } = await signInStaff(server, 'reviewer', 'finance');
  const { response_status } = await ask(call, { body: { payoutId, ...more }, token } as never);
  expect(response_status).toBe(200);
}

async function approve(payoutId: string) {
  await step(staffCalls.reviewPayout, payoutId);
  await step(staffCalls.approvePayout, payoutId);
}

async function pay(payoutId: string) {
  await step(staffCalls.sendPayout, payoutId, { reference: 'WIRE-1' });
  await step(staffCalls.settlePayout, payoutId);
}

async function reject(payoutId: string) {
  await step(staffCalls.reviewPayout, payoutId);
  await step(staffCalls.rejectPayout, payoutId, {
    reason: 'identity-not-verified',
    note: 'The photo is not readable.',
  });
}

async function statistics() {
  await rollUpPayouts(server.deps);
  return (await client(server)(payoutStatistics, {})).data;
}

async function downloadChain(): Promise<{ status: number; text: string; entries: ChainEntry[] }> {
  const response = await server.app.request('/api/payouts/statistics/chain');
  const text = await response.text();
  return { status: response.status, text, entries: JSON.parse(text).entries ?? [] };
}

/** Three requests on Wednesday at 15:00: two decided after 10 and 26 hours and paid after 50, one rejected after 30. */
async function threePayouts(): Promise<string> {
  const [first, second, third] = [await request(100_000), await request(120_000), await request()];
  await server.clock.advance(10 * hourMs);
  await approve(first ?? '');
  await server.clock.advance(16 * hourMs);
  await approve(second ?? '');
  await server.clock.advance(4 * hourMs);
  await reject(third ?? '');
  await server.clock.advance(20 * hourMs);
  await pay(first ?? '');
  await pay(second ?? '');
  await server.drain();
  await server.clock.advance(dayMs);
  return second ?? '';
}

describe('public payout statistics', () => {
  test('follow from what happened: times, rejections and sums, by month and in total', async () => {
    await threePayouts();
    const { figures, isSample, since, head } = await statistics();
    expect({ isSample, since }).toEqual({ isSample: true, since: '2026-03-19' });
    // Thursday and Friday; Saturday hasn't ended.
    expect(head).toMatchObject({ number: 2, day: '2026-03-20' });
    // Decided after 10, 26 and 30 hours: the median is the second of three, the 95th percentile the third.
    const march = {
      decision: { count: 3, medianHours: 26, p95Hours: 30 },
      paid: { count: 2, medianHours: 50, p95Hours: 50 },
      paidCents: 220_000,
      rejections: [{ reason: 'identity-not-verified', count: 1 }],
      promised: { count: 0, medianMinutes: null, within: 0, creditCents: 0 },
    };
    expect(figures).toEqual({ all: { period: 'all', ...march }, months: [{ period: '2026-03', ...march }] });
  });

  test('have no figures and no chain before enough payouts are paid, only a head', async () => {
    const payoutId = await request();
    await approve(payoutId);
    await pay(payoutId);
    await server.clock.advance(dayMs);
    expect(await statistics()).toMatchObject({ figures: null, minimumPaid: 2, head: { number: 1 } });
    expect((await downloadChain()).status).toBe(404);
  });

  test('correct a payout that is returned later with a new day, and leave published days unchanged', async () => {
    const payoutId = await threePayouts();
    await statistics();
    const before = await downloadChain();
    await server.clock.advance(5 * dayMs);
    await step(staffCalls.returnPayout, payoutId, { reason: 'account-closed', note: 'The bank says so.' });
    await server.clock.advance(dayMs);
    const { figures } = await statistics();
    expect(figures).toBeNull();
    const { rows } = await sql<ChainEntry>`select hash, body from payout_statistics_day order by number`.execute(
      server.deps.db,
    );
    expect(rows.slice(0, before.entries.length)).toEqual(before.entries);
    const verdict = await verifyChain(rows);
    expect(verdict.intact && verdict.days.at(-1)?.figures).toEqual([
      { day: '2026-03-26', decisionHours: {}, paidHours: {}, paidCents: 0, rejections: {} },
      { day: '2026-03-20', decisionHours: {}, paidHours: { 50: -1 }, paidCents: -120_000, rejections: {} },
    ]);
  });

  test('add each day once, even if several servers run at the same time or repeatedly', async () => {
    await threePayouts();
    const other = await server.another();
    await Promise.all([rollUpPayouts(server.deps), rollUpPayouts(other.deps), rollUpPayouts(server.deps)]);
    await rollUpPayouts(other.deps);
    const { entries } = await downloadChain();
    expect(entries).toHaveLength(2);
    expect(await verifyChain(entries)).toMatchObject({ intact: true, head: { number: 2, day: '2026-03-20' } });
  });

  test('count late commits on their own day in the next entry', async () => {
    await threePayouts();
    await statistics();
    const late = await request();
    await server.deps.db
      .insertInto('payout_stage')
      .values({ payout_id: late, status: 'approved', at: new Date('2026-03-20T23:00:00Z'), actor: 'system' })
      .execute();
    await server.deps.db
      .updateTable('payout')
      .set({ requested_at: new Date('2026-03-20T20:30:00Z') })
      .where('id', '=', late)
      .execute();
    await server.clock.advance(dayMs);
    const { figures } = await statistics();
    expect(figures?.all.decision).toEqual({ count: 4, medianHours: 10, p95Hours: 30 });
    const { entries } = await downloadChain();
    expect(JSON.parse(entries[2]?.body ?? '').figures[1]).toMatchObject({ day: '2026-03-20', decisionHours: { 3: 1 } });
  });
});

describe('public pass and payout rates', () => {
  async function evaluate(end?: (server: TestApp, accountId: string) => Promise<unknown>) {
    const { personId } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    await end?.(server, accountId);
  }

  test('count every ended evaluation and every funded account, by whether a payout arrived', async () => {
    const payoutId = await threePayouts();
    await evaluate(pass);
    await evaluate(lose);
    await evaluate(lose);
    await evaluate();
    const { rates } = await statistics();
    expect(rates).toEqual({ minimum: 2, evaluations: { ended: 3, passed: 1 }, funded: { opened: 3, paid: 2 } });
    await step(staffCalls.returnPayout, payoutId, { reason: 'account-closed', note: 'The bank says so.' });
    await server.clock.advance(dayMs);
    expect((await statistics()).rates.funded).toEqual({ opened: 3, paid: 1 });
  });

  test('are withheld while there are too few accounts', async () => {
    await request();
    await evaluate(lose);
    expect((await statistics()).rates).toEqual({ minimum: 2, evaluations: null, funded: null });
  });

  test('change once a day, even before the first payout, so nobody can see when an account fails', async () => {
    await evaluate(lose);
    await evaluate(lose);
    const { rates } = await statistics();
    expect(rates.evaluations).toEqual({ ended: 2, passed: 0 });
    await evaluate(pass);
    expect((await statistics()).rates).toEqual(rates);
    await server.clock.advance(dayMs);
    expect((await statistics()).rates.evaluations).toEqual({ ended: 3, passed: 1 });
  });

  test('include accounts on the simulated platform in the demo only', async () => {
    await threePayouts();
    const live = await server.another();
    const deps = { ...live.deps, env: { ...live.deps.env, demo: false } };
    expect((await readStatistics(deps)).rates).toEqual({ minimum: 2, evaluations: null, funded: null });
  });
});

describe('the statistics chain', () => {
  const rewrite = (statement: ReturnType<typeof sql>) => statement.execute(server.deps.db);

  test('can’t be changed, deleted, emptied or continued with a wrong day in the database', async () => {
    await threePayouts();
    await statistics();
    await expect(rewrite(sql`update payout_statistics_day set body = '{}'`)).rejects.toThrow(/append-only/);
    await expect(rewrite(sql`delete from payout_statistics_day`)).rejects.toThrow(/append-only/);
    await expect(rewrite(sql`truncate payout_statistics_day`)).rejects.toThrow(/append-only/);
    const forged = sql`insert into payout_statistics_day values (true, 3, '2026-03-21', '{}', 'abc', now())`;
    await expect(rewrite(forged)).rejects.toThrow(/don't follow/);
  });

  test('reveals a rewritten day, and a fully rewritten chain to anyone who noted its head', async () => {
    await threePayouts();
    const { head } = await statistics();
    const { entries } = await downloadChain();
    const [first, second] = entries as [ChainEntry, ChainEntry];
    const forged = { ...first, body: first.body.replace('"10":1', '"4":1') };
    expect(forged.body).not.toBe(first.body);
    expect(await verifyChain([forged, second])).toEqual({ intact: false, number: 1, problem: 'hash' });
    expect(await verifyChain([second])).toEqual({ intact: false, number: 1, problem: 'hash' });
    expect(await verifyChain([first], head ?? undefined)).toEqual({ intact: false, number: 2, problem: 'noted-head' });
    const noted = { number: 1, hash: '0'.repeat(64) };
    expect(await verifyChain(entries, noted)).toEqual({ intact: false, number: 1, problem: 'noted-head' });
  });

  test('can be verified with the published program, which names a changed day', async () => {
    await threePayouts();
    const { head } = await statistics();
    const { text } = await downloadChain();
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-chain-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'payout-statistics.json');
    const verify = (...noted: string[]) =>
      execFileSync(process.execPath, ['public/verify-payout-statistics.mjs', path, ...noted], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
    writeFileSync(path, text);
    const output = verify(`${head?.number}:${head?.hash}`);
    expect(output).toContain('2 days, up to 2026-03-20: every hash is right.');
    expect(output).toContain(
      '2026-03: decided within 26 h (median) and 30 h (95 %), paid within 50 h and 50 h, $2200.00',
    );
    expect(() => verify(`1:${head?.hash}`)).toThrow(/isn’t the one you noted/);
    writeFileSync(path, text.replace('\\"10\\":1', '\\"4\\":1'));
    expect(() => verify()).toThrow(/Entry 1 was changed/);
  });
});

test('sample payouts never count with real ones', async () => {
  await threePayouts();
  await server.deps.db.updateTable('payout').set({ is_sample: true }).execute();
  const live = await server.another();
  const deps = { ...live.deps, env: { ...live.deps.env, demo: false } };
  await rollUpPayouts(deps);
  const count = await server.deps.db.selectFrom('payout_statistics_day').select('day').execute();
  expect(count).toEqual([]);
});
