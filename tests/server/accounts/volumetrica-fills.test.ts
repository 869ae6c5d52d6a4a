import { afterAll, beforeAll, test } from 'vitest';
import { createVolumetricaAdapter } from '#bridge/volumetrica/adapter.ts';
import { readSettings } from '#bridge/volumetrica/settings.ts';
import { type Emulator, startEmulator } from '../../emulators/volumetrica/emulator.ts';
import { createBridgeRun } from '../support/bridge-run.ts';

/** Every night it plays 10,000: FILLS=10000 npm test -- volumetrica-fills. */
const fillCount = Number(process.env['FILLS'] ?? 300);
/** Few enough fills each that fees and small moves of the price breach none. */
const accountCount = Math.max(3, Math.ceil(fillCount / 400));

let vendor: Emulator;

const environment = () => ({
  ...{ VOLUMETRICA_URL: vendor.url, VOLUMETRICA_API_KEY: 'right', VOLUMETRICA_REQUESTS_PER_HOUR: '1000000' },
  ...{ VOLUMETRICA_POLL_MS: '50', VOLUMETRICA_REREAD_MS: '0', VOLUMETRICA_GONE_FILLS: 'bust' },
});

const run = createBridgeRun({
  ...{ vendor: 'volumetrica', environment },
  connect: (parts) => createVolumetricaAdapter(readSettings(environment()), parts),
});
const { draw } = run;

/** Repeats some rows, and turns the order of the others around. */
const shuffle = <Row>(rows: readonly Row[]) =>
  rows.flatMap((each) => (draw(5) === 0 ? [each, each] : [each])).toReversed();

beforeAll(async () => {
  vendor = await startEmulator({ shuffle });
});

afterAll(async () => {
  await run.end();
  await vendor.stop();
});

/** A trader's order, filled in parts now and then. */
function trade(vendorIds: readonly string[]): number {
  const action = draw(2) === 0 ? 'Buy' : 'Sell';
  const parts = draw(3) === 0 ? [1, 1] : [1];
  const order = { contract: draw(2) === 0 ? 'MESZ6' : 'MNQZ6', action, qty: parts.length } as const;
  vendor.firm.trade(vendorIds[draw(vendorIds.length)] ?? '', { ...order, price: 6_000 + draw(9) / 4 }, parts);
  return parts.length;
}

const amendments = [
  ...[{ quantity: 0 }, { price: 6_003 }, { commissions: 3 }, { quantity: -2, commissions: 4.2 }],
  { price: 5_999, quantity: 1, commissions: 1 },
];
function amend(count: number): void {
  const fills = vendor.firm.fills();
  const { fillId } = fills[draw(fills.length)] ?? { fillId: 0 };
  vendor.firm.change(fillId, amendments[count % amendments.length] ?? {});
}

test('fills over failed polls, repetition, disorder, busts, lost answers and kills leave the site with the vendor’s book', async () => {
  const accounts = (await run.start(accountCount)).map(({ id, name }) => ({
    ...{ id, vendorId: vendor.firm.accountOf(name)?.accountId ?? '' },
  }));
  const { restartBridge, restartSite } = run;
  const disconnect = () => {
    vendor.fault({ path: '/Bulk/FillList', kind: 'fail', times: 3 });
    vendor.fault({ path: '/Bulk/AccountsInfosEnabled', kind: 'lose' });
  };
  const vendorIds = accounts.map(({ vendorId }) => vendorId);
  const polls = () => vendor.calls.filter(({ path }) => path === '/Bulk/FillList').length;
  await run.tradeThrough(fillCount, { trade: () => trade(vendorIds), amend, polls }, [
    ...[disconnect, restartBridge, disconnect, restartSite, disconnect],
  ]);
  // The vendor shows a fill of another contract, which no correction can, and keeps the account as it was.
  const [otherwise] = vendor.firm.fills();
  if (otherwise) otherwise.contractId = otherwise.contractId === 1 ? 2 : 1;
  await restartBridge();
  // Two whole reads after the kill notice what was taken back before it; what they find goes to the outbox before they count.
  await run.deliver(/_rereads (?:[4-9]|\d{2,})\n/);
  await run.compare(accounts.map(({ id, vendorId }) => ({ id, book: bookOf(vendorId, otherwise?.fillId) })));
});

function bookOf(vendorId: string, otherwise: number | undefined) {
  const fills = vendor.firm.fills().filter(({ accountId }) => accountId === vendorId);
  const idOf = ({ fillId }: { readonly fillId: number }) => `fill-${String(fillId).padStart(12, '0')}`;
  return {
    fills: fills.map(idOf).sort(),
    contradictions: fills.filter(({ fillId }) => fillId === otherwise).map(idOf),
    balanceCents: Math.round((vendor.firm.find(vendorId)?.balance ?? 0) * 100),
    positions: vendor.firm
      .positions(vendorId)
      .map(({ name, quantity }) => [name.slice(0, -2), quantity] as const)
      .sort(),
  };
}
