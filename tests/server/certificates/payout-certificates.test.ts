import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { fetchCertificate, fetchCertificates } from '#shared/certificates/contract.ts';
import * as staffCalls from '#shared/payouts/contract-office.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
});

afterAll(() => server.close());

/** A paid payout of $1,000, and staff who can record its return. */
async function payTrader(beforePaid: () => Promise<void> = async () => {}) {
  const trader = await fundTrader(server);
  const { data } = await trader.request(100_000);
  await server.drain();
  const { id: payoutId, netCents } = data.payout;
  const finance = await signInStaff(server, 'finance', 'reviewer');
  const ask = client(server);
  const { token } = finance;
  const advanceToSent = async () => [
    await ask(staffCalls.reviewPayout, { body: { payoutId }, token }),
    await ask(staffCalls.approvePayout, { body: { payoutId }, token }),
    await ask(staffCalls.sendPayout, { body: { payoutId, reference: 'WIRE-1' }, token }),
  ];
  for (const { response_status } of await advanceToSent()) expect(response_status).toBe(200);
  await beforePaid();
  expect(
    (await ask(staffCalls.settlePayout, { body: { payoutId }, token: (await signInStaff(server, 'finance')).token }))
      .response_status,
  ).toBe(200);
  const list = async (accountId?: string) => {
    const query = accountId === undefined ? {} : { accountId };
    return (await trader.ask(fetchCertificates, { token: trader.token, query })).data.certificates;
  };
  const giveBack = () =>
    ask(staffCalls.returnPayout, { body: { payoutId, reason: 'account-closed', note: 'The bank says so.' }, token });
  return { trader, payoutId, netCents, list, giveBack };
}

test('a paid payout has one certificate with the amount the trader received, listed under its account', async () => {
  const { trader, list, netCents } = await payTrader();
  const [certificate, ...others] = await list(trader.accountId);
  expect(others).toEqual([]);
  expect(certificate).toMatchObject({
    kind: 'payout',
    accountId: trader.accountId,
    program: 'classic',
    size: '50K',
    day: '2026-03-18',
    amountCents: netCents,
    tradingDays: null,
  });
  const path = `/api/certificates/document?certificateId=${certificate?.id}`;
  const file = await server.app.request(path, { headers: { Authorization: `Bearer ${trader.token}` } });
  expect(file.status).toBe(200);
});

test('a payout paid on a Saturday, when the exchange is closed, has its certificate as a PDF as well', async () => {
  const saturdayServer = await startTestApp({ startAt: testStart + 7 * dayMs });
  const before = server;
  server = saturdayServer;
  try {
    const { trader, list } = await payTrader(async () => {
      const later = { expires_at: new Date(saturdayServer.clock.now().getTime() + 30 * dayMs) };
      await saturdayServer.deps.db.updateTable('session').set(later).execute();
      await saturdayServer.clock.advance(3 * dayMs);
    });
    const [certificate] = await list(trader.accountId);
    expect(certificate?.day).toBe('2026-03-21');
    const path = `/api/certificates/document?certificateId=${certificate?.id}`;
    const file = await saturdayServer.app.request(path, { headers: { Authorization: `Bearer ${trader.token}` } });
    expect(file.status).toBe(200);
  } finally {
    server = before;
    await saturdayServer.close();
  }
});

test('a payout that isn’t paid yet has no certificate', async () => {
  const trader = await fundTrader(server);
  await trader.request(100_000);
  await server.drain();
  const { data } = await trader.ask(fetchCertificates, { token: trader.token, query: {} });
  expect(data.certificates).toEqual([]);
});

test('a returned payout revokes its certificate', async () => {
  const { list, giveBack } = await payTrader();
  const [certificate] = await list();
  expect((await giveBack()).response_status).toBe(200);
  expect(await list()).toEqual([]);
  const shown = await client(server)(fetchCertificate, { params: { certificateId: certificate?.id ?? '' } });
  expect(shown.data).toMatchObject({ status: 'revoked', reason: 'payout-returned' });
});
