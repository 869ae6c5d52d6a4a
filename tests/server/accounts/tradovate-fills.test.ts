import { afterAll, beforeAll, test } from 'vitest';
import { createTradovateAdapter } from '#bridge/tradovate/adapter.ts';
import { findMaintenanceEnd } from '#bridge/tradovate/maintenance.ts';
import { readSettings } from '#bridge/tradovate/settings.ts';
import { type Emulator, startEmulator } from '../../emulators/tradovate/emulator.ts';
import { createBridgeRun } from '../support/bridge-run.ts';

/** Every night it plays 10,000: FILLS=10000 npm test -- tradovate-fills. */
const fillCount = Number(process.env['FILLS'] ?? 800);
/** Few enough fills each that fees and small moves of the price breach none. */
const accountCount = Math.max(4, Math.ceil(fillCount / 400));

let vendor: Emulator;

const environment = () => ({
  ...{ TRADOVATE_USER: 'firm', TRADOVATE_PASSWORD: 'right', TRADOVATE_APP_ID: 'a', TRADOVATE_CID: '1' },
  ...{ TRADOVATE_SECRET: 's', TRADOVATE_TEMPLATE_ACCOUNT: '1', TRADOVATE_PLAN: '1', TRADOVATE_FEE_WAIT_MS: '20' },
  ...{ TRADOVATE_LIVE_URL: vendor.url, TRADOVATE_DEMO_URL: vendor.url },
});

const run = createBridgeRun({
  ...{ vendor: 'tradovate', environment },
  connect: (parts) => createTradovateAdapter(readSettings(environment()), parts),
  // 10:00 in Chicago on a Wednesday: accounts are opened outside the vendor's maintenance.
  openedAt: Date.UTC(2026, 2, 11, 15),
});
const { draw } = run;

/** Repeats some messages, and turns the order of the others around. */
const shuffle = (messages: readonly string[]) =>
  messages.flatMap((each) => (draw(5) === 0 ? [each, each] : [each])).toReversed();

beforeAll(async () => {
  vendor = await startEmulator({ shuffle, dropsSilent: true });
});

afterAll(async () => {
  await run.end();
  await vendor.stop();
});

/** A trader's order, filled in parts now and then, and canceled meanwhile. */
function trade(vendorIds: readonly number[]): number {
  const accountId = vendorIds[draw(vendorIds.length)] ?? 0;
  const action = draw(2) === 0 ? 'Buy' : 'Sell';
  const parts = draw(3) === 0 ? [1, 1] : [1];
  const order = { accountId, contract: draw(2) === 0 ? 'MESZ6' : 'MNQZ6', action, qty: parts.length } as const;
  vendor.firm.trade({ ...order, price: 6_000 + draw(9) / 4 }, parts, draw(10) === 0);
  return parts.length;
}

const amendments = [null, { price: 6_003 }, { commission: 1.41 }, { qty: 2, price: 5_999, commission: 0.2 }];
function amend(count: number): void {
  const fills = vendor.firm.list('fill').filter((row) => row['active'] === true);
  const { id } = fills[draw(fills.length)] ?? { id: 0 };
  vendor.firm.amend(id, amendments[count % amendments.length] ?? null);
}

test('fills over disconnects, repetition, disorder, busts, lost answers and kills leave the site with the vendor’s book', async () => {
  const accounts = (await run.start(accountCount)).map(({ id, name }) => ({
    ...{ id, vendorId: vendor.firm.find('account', name)?.id ?? 0 },
  }));
  // The bridge waits out the vendor's maintenance before it connects again.
  const disconnect = () => findMaintenanceEnd(Date.now()) === null && vendor.disconnect();
  const { restartBridge, restartSite } = run;
  const vendorIds = accounts.map(({ vendorId }) => vendorId);
  await run.tradeThrough(fillCount, { trade: () => trade(vendorIds), amend }, [
    ...[disconnect, restartBridge, disconnect, restartSite, disconnect, restartBridge, disconnect],
  ]);
  const otherwise = restate();
  // After a last kill, the resync alone must bring what is missing.
  await restartBridge();
  await run.deliver(/_stuck_fills 0\n/);
  await run.compare(accounts.map(({ id, vendorId }) => ({ id, book: bookOf(vendorId, otherwise) })));
});

/** The vendor shows a fill at another price, and no report corrects it. */
function restate(): number {
  const fill = vendor.firm.list('fill').find((row) => row['active'] === true);
  vendor.firm.put('fill', { id: 0, ...fill, price: 7_000 });
  return fill?.id ?? 0;
}

function bookOf(vendorId: number, otherwise: number) {
  const dollars = Number(vendor.firm.rowOf('cashBalance', vendorId)?.['amount']);
  const fills = vendorFills(vendorId);
  return {
    fills,
    contradictions: fills.filter((id) => id === `fill-${otherwise}`),
    balanceCents: Math.round(dollars * 100),
    positions: vendorPositions(vendorId),
  };
}

/** Those that weren't taken back. */
function vendorFills(vendorId: number): readonly string[] {
  const orders = new Map(vendor.firm.list('order').map((row) => [row.id, row['accountId']]));
  return vendor.firm
    .list('fill')
    .filter((row) => row['active'] === true && orders.get(Number(row['orderId'])) === vendorId)
    .map(({ id }) => `fill-${id}`)
    .sort();
}

function vendorPositions(vendorId: number) {
  const names = new Map(vendor.firm.list('contract').map((row) => [row.id, String(row['name']).slice(0, -2)]));
  return vendor.firm
    .list('position')
    .filter((row) => row['accountId'] === vendorId && row['netPos'] !== 0)
    .map((row) => [names.get(Number(row['contractId'])), row['netPos']] as const)
    .sort();
}
