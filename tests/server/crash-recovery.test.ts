import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { runFaults } from '../support/fault-run.ts';

const databases = inject('databases');

async function makeDatabase(): Promise<{ databaseUrl: string } | object> {
  if (databases.kind === 'embedded') return {};
  const { adminUrl, template } = databases;
  const name = `kills_${randomUUID().replaceAll('-', '')}`;
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await ask(`create database ${name} template ${template}`);
  onTestFinished(() => ask(`drop database ${name} with (force)`));
  return { databaseUrl: adminUrl.replace(/[^/]+$/, name) };
}

/** `npm run bench -- faults` runs the same with hundreds of orders and servers that recover unaided. */
test('orders, payments, accounts, invoices and mails agree to the cent after servers are killed during payments', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-kills-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const report = await runFaults({
    seed: 'tests',
    orders: 30,
    kills: 2,
    deliveries: ['normal', 'twice', 'before', 'never'],
    buyers: 6,
    dataDir,
    isPatient: false,
    ...(await makeDatabase()),
  });
  expect(report.faults).toEqual({});
  expect(report.orders).toBeGreaterThan(20);
}, 240_000);
