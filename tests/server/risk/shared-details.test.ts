import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '#server/firm/seed.ts';
import { detectFindings } from '#server/risk/detect.ts';
import { detectSharedDetails } from '#server/risk/detect-shared-details.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';

let demo: TestApp;

beforeAll(async () => {
  demo = await startTestApp();
  await seedDemo(demo.deps);
});

afterAll(() => demo.close());

test('what the demo’s simulated traders do is nobody’s conduct, so that it holds no payout', async () => {
  await detectFindings(demo.deps);
  const { token } = await signInStaff(demo, 'risk_manager');
  const query = { kind: 'opposite-sides' };
  const { rows } = (await client(demo)(officeLists.findings.page, { token, query })).data;
  expect(rows.map(({ id }) => id)).toEqual(['demo-finding-opposite']);
});

test('two payees with one bank account are found once, and staff see it', async () => {
  await demo.deps.db
    .updateTable('payout_destination')
    .set({ fingerprint: 'one bank account' })
    .where('kind', '=', 'iban')
    .execute();
  await detectSharedDetails(demo.deps);
  await detectSharedDetails(demo.deps);
  const { token } = await signInStaff(demo, 'risk_manager');
  const { rows } = (await client(demo)(officeLists.findings.page, { token, query: {} })).data;
  const shared = rows.filter(({ kind }) => kind === 'shared-details');
  expect(shared.map(({ facts }) => facts)).toEqual(['{"detail": "bank-account"}']);
});
