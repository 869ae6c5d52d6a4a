import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import type { Platform } from '#server/accounts/ports/platform/platform.ts';
import { resumeRemedies } from '#server/status/remedies/run.ts';
import { officeIncidentOpen, officeIncidentUpdate } from '#shared/status/contract-office.ts';
import { startTestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { play } from '../support/trading.ts';

const accounts = Number(process.env.REMEDY_ACCOUNTS ?? 260);
const never = new Promise<never>(() => undefined);

test('many accounts get theirs once each although the process dies in a batch and between two', async () => {
  const server = await startTestApp();
  const ask = client(server);
  const { db } = server.deps;
  const { token } = await signInStaff(server, 'support');
  const { personId } = await signInPerson(server);
  const accountId = await buyAccount(server, personId);
  await server.clock.advance(minuteMs);
  const body = {
    component: 'platforms',
    impact: 'outage',
    title: 'Orders don’t go through',
    text: 'We look.',
  } as const;
  const { incidentId } = (await ask(officeIncidentOpen, { token, body })).data;
  const from = server.clock.now().getTime();
  await server.clock.advance(30 * minuteMs);
  // One ES contract bought at 6,000.00 falls by 10 points of $50.
  const price = { instrument: 'ES', month: '2026-06' } as const;
  const bought = { type: 'fill', side: 'buy', quantity: 1, feeCents: 0, ...price } as const;
  await play(server, accountId, [
    { ...bought, at: from - minuteMs, priceTicks: 24_000 },
    { ...price, type: 'mark', at: from + 30 * minuteMs + 1_000, priceTicks: 23_960 },
  ]);
  const copy = async (table: 'trading_account' | 'account_event', changed: string) => {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(db);
    const columns = rows.map(({ name }) => (changed.split(' ').includes(name) ? `${name} || ':' || n` : name));
    await sql`insert into ${sql.table(table)} (${sql.raw(rows.map(({ name }) => name).join())})
      select ${sql.raw(columns.join())} from ${sql.table(table)}, generate_series(2, ${accounts}) n`.execute(db);
  };
  await copy('trading_account', 'id order_id platform_account_id');
  await copy('account_event', 'account_id');

  const moved = new Map<string, string[]>();
  /** A process; after so many credits it dies, the money moved. One that dies between batches can’t send the next. */
  const life = async (credits: number, isCutBetween = false) => {
    let left = credits;
    const died = Promise.withResolvers<void>();
    const die = () => {
      died.resolve();
      return never;
    };
    const platform: Platform = {
      ...server.deps.platform,
      async transferMoney(account, cents, id) {
        moved.set(account.accountId, [...(moved.get(account.accountId) ?? []), `${id} ${cents}`]);
        left -= 1;
        return left < 0 ? die() : { transferredAt: server.clock.now().getTime() };
      },
    };
    const jobs: typeof server.deps.jobs = {
      ...server.deps.jobs,
      send: (executor, name, payload, options) =>
        isCutBetween && name === 'remedy-incident' ? die() : server.deps.jobs.send(executor, name, payload, options),
    };
    const { deps, drain } = await server.another({ platform, jobs });
    // As the queue does once the jobs of a dead process have expired.
    await sql`update jobs.job set state = 'retry', start_after = now() where state = 'active'`.execute(db);
    return { deps, ran: Promise.race([died.promise.then(() => 'died'), drain().then(() => 'finished')]), drain };
  };

  const resolution = { incidentId, status: 'resolved', text: 'It works again.', outage: 'all' } as const;
  expect((await ask(officeIncidentUpdate, { token, body: resolution })).response_status).toBe(200);
  expect(await (await life(20)).ran).toBe('died');
  expect(moved.size).toBe(21);
  expect(await (await life(Number.POSITIVE_INFINITY, true)).ran).toBe('died');
  // 20 were done; a batch of 200 is, and nothing of the next.
  expect(moved.size).toBe(220);
  const last = await life(Number.POSITIVE_INFINITY);
  await last.ran;
  await resumeRemedies(last.deps);
  await last.drain();

  expect(moved.size).toBe(accounts);
  expect(new Set([...moved.values()].map((of) => new Set(of).size))).toEqual(new Set([1]));
  expect([...moved.values()].every(([first = '']) => first.endsWith(' 50000'))).toBe(true);
  const { rows } = await sql`select (select count(*)::int from incident_account) as told,
    (select count(distinct account_id)::int from account_event where type = 'adjustment') as credited,
    (select count(*)::int from account_event where type = 'adjustment') as credits,
    (select count(*)::int from incident where remedied_at is not null) as done`.execute(db);
  expect(rows).toEqual([{ told: accounts, credited: accounts, credits: accounts, done: 1 }]);
  await server.close();
});
