import { afterAll, beforeAll, expect, test } from 'vitest';
import { layoutEquityChart } from '#lib/chart/equity-chart-layout.ts';
import { layoutSparkline } from '#lib/chart/sparkline-layout.ts';
import { dayMs } from '#lib/durations.ts';
import { drawEquity } from '#server/certificates/equity-drawing.ts';
import { getOwnCertificate } from '#server/certificates/find-own.ts';
import { selectChartRange } from '#shared/accounts/chart-range.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import { officeEquity } from '#shared/accounts/contract-equity.ts';
import { fetchCertificate, fetchCertificates } from '#shared/certificates/contract.ts';
import * as staffCalls from '#shared/payouts/contract-office.ts';
import { riskAccount } from '#shared/risk/contract.ts';
import { cornersOf } from '../../support/path-corners.ts';
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

/** The corners of a path as shares of the drawing of all given paths. */
function normalize(...paths: readonly string[]): readonly (readonly number[])[] {
  const points = paths.flatMap(cornersOf).filter((corner) => corner !== 'then');
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const share = (value: number, of: readonly number[]) =>
    (value - Math.min(...of)) / (Math.max(...of) - Math.min(...of));
  return points.map(([x, y]) => [share(x, xs), share(y, ys)]);
}

test('portal, office, risk desk, certificate and sparkline draw the same account alike, a payout as a vertical step', async () => {
  const { trader, list } = await payTrader();
  const { accountId, token } = trader;
  const ask = client(server);
  const [staff, desk] = [await signInStaff(server, 'admin'), await signInStaff(server, 'risk_manager')];
  const portal = (await ask(accountData, { token, query: { history: accountId } })).data.accounts[0]?.history?.series;
  const details = (await ask(accountDetails, { token, query: { accountId } })).data;
  const certificate = await getOwnCertificate(server.deps.db, trader.personId, (await list())[0]?.id ?? '');
  const drawn = await drawEquity(server.deps.db, certificate, { width: 500, height: 300, footer: 40 });
  const histories = [
    {
      points: (portal ?? []).map(([at, equityCents, floorCents, highWaterMarkCents]) => ({
        at,
        equityCents,
        floorCents,
        highWaterMarkCents,
      })),
      payouts: details.adjustments.filter(({ cause }) => cause === 'payout'),
    },
    (await ask(officeEquity, { token: staff.token, query: { accountId } })).data,
    (await ask(riskAccount, { token: desk.token, query: { accountId } })).data.equity,
  ];
  const lives = histories.flatMap(({ points, payouts }) => {
    const days = selectChartRange(points, 'all').days.map((day) => ({ ...day, label: '' }));
    const frame = { width: 400, height: 300, valueTicks: 5, dayLabelWidth: 60 };
    const sparkline = layoutSparkline({ phases: [{ points, payouts, days }] }, { width: 240, height: 96 });
    return [
      layoutEquityChart(points, days, frame, { mark: 0, payout: 0, pill: 0, floor: 0, floorLines: 1 }, payouts).life,
      ...sparkline.phases,
    ];
  });
  const [first, ...others] = [...lives, drawn].map((life) => normalize(life?.equityPath ?? '', life?.payoutPath ?? ''));
  expect(drawn?.payouts.map(({ amountCents }) => amountCents)).toEqual([-100_000]);
  for (const other of others) {
    expect(other).toHaveLength(first?.length ?? 0);
    for (const [index, [x, y]] of other.entries()) {
      expect(x).toBeCloseTo(first?.[index]?.[0] ?? -1, 2);
      expect(y).toBeCloseTo(first?.[index]?.[1] ?? -1, 2);
    }
  }
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
