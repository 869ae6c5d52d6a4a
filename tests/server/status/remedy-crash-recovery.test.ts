import { expect, onTestFinished, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { fill, mark, startOutages } from '../support/outages.ts';
import { makePostgresDatabase } from '../support/process-database.ts';
import { surviveDeaths } from '../support/run-program.ts';
import type { WorkRun } from '../support/run-until-done.ts';

/** Where the process dies: before or after the commit of a transaction with such a statement. */
const deaths = [
  ['what is due is stored', 'insert into "remedy"', 'before'],
  ['what is due is stored', 'insert into "remedy"', 'after'],
  ['the platform has credited it', 'insert into "simulated_transfer"', 'after'],
  ['its credit is stored', 'insert into .*account_event', 'before'],
  ['its credit is stored', 'insert into .*account_event', 'after'],
  ['its owner is told', 'insert into "mail" .*remedied:', 'after'],
  ['the incident is done', 'update "incident" set "remedied_at"', 'before'],
  ['the incident is done', 'update "incident" set "remedied_at"', 'after'],
] as const;

// One ES contract bought at 6,000.00 falls by 10 points of $50.
test('an outage is remedied once although its server is killed between its steps', async () => {
  const place = await makePostgresDatabase();
  const { shop, server, now, trader, openOutage, resolve, remediedAt } = await startOutages({ place });
  onTestFinished(() => shop.close());
  const traders = [await trader(), await trader(), await trader()];
  await server.drain();
  await server.clock.advance(minuteMs);
  const id = await openOutage();
  const from = now();
  await server.clock.advance(30 * minuteMs);
  for (const each of traders) await each.play(fill(from - minuteMs, 'buy', 24_000), mark(now() + 1_000, 23_960));
  await resolve(id);
  const run: WorkRun = { ...place, work: 'remedies', at: now() + minuteMs };
  const program = new URL('../support/run-until-done.ts', import.meta.url);
  await surviveDeaths(program, run, deaths);
  for (const each of traders) {
    expect((await each.state()).balanceCents).toBe(5_050_000);
    expect(await each.outages()).toMatchObject([{ incidentId: id, remedy: 'restored' }]);
    expect(await each.mails()).toHaveLength(1);
  }
  const credited = await server.deps.db.selectFrom('simulated_transfer').select('amount_cents').execute();
  expect(credited.map(({ amount_cents }) => amount_cents)).toEqual([50_000, 50_000, 50_000]);
  expect(await remediedAt(id)).not.toBeNull();
});
