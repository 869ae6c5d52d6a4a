import { expect, test } from 'vitest';
import { runFaults } from '../../support/fault-run.ts';
import { makeProcessDatabase } from '../support/process-database.ts';

/** `npm run bench -- faults` does the same with hundreds of orders, and its servers recover without help. */
test('orders, payments, accounts, invoices, payouts and emails agree to the cent after servers are killed during payments', async () => {
  const report = await runFaults({
    seed: 'tests',
    orders: 30,
    kills: 2,
    deliveries: ['normal', 'twice', 'before', 'never'],
    buyers: 6,
    payees: 6,
    isPatient: false,
    ...(await makeProcessDatabase()),
  });
  expect(report.faults).toEqual({});
  expect(report.orders).toBeGreaterThan(20);
});
