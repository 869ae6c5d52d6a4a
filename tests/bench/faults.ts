import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFaults } from '../support/fault-run.ts';
import { onEnd } from './clean-up.ts';
import { startPostgres } from './postgres.ts';
import { isShort } from './sized.ts';
import { type Figure, figure } from './table.ts';

const deliveries = ['normal', 'twice', 'late', 'before', 'never'] as const;
const ordersPerKill = 40;

async function run(where: string, orders: number, seed: string, databaseUrl?: string): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-faults-'));
  onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const kills = Math.ceil(orders / ordersPerKill);
  const report = await runFaults({
    ...{ seed, orders, kills, deliveries, buyers: 8, payees: Math.ceil(orders / 10), dataDir, isPatient: !isShort },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  for (const [fault, ids] of Object.entries(report.faults)) console.error(`${where}: ${fault}: ${ids.join(', ')}`);
  const faults = Object.values(report.faults).flat().length;
  return [
    figure(`Faults, ${where}: orders placed during ${kills} kills`, report.orders, 'orders'),
    figure(`Faults, ${where}: lost, duplicated, stuck or inconsistent`, faults, 'found', { atMost: 0 }),
    figure(`Faults, ${where}: time to settle after the last buyer`, report.restedMs / 1_000, 's'),
  ];
}

/**
 * Sells and pays out while servers are killed and webhooks arrive twice, late, out of order or never, then reconciles
 * orders, payments, accounts, invoices, payouts and emails. The same seed gives the same buyers.
 */
export async function measureFaults(orders: number, seed: string): Promise<Figure[]> {
  return [
    ...(await run('embedded', orders, seed)),
    ...(isShort ? [] : await run('PostgreSQL, two copies', orders, seed, await startPostgres())),
  ];
}
