import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { createRithmicAdapter } from '#bridge/rithmic/adapter.ts';
import { readSettings } from '#bridge/rithmic/settings.ts';
import { type Emulator, startEmulator } from '../../emulators/rithmic/emulator.ts';
import { createBridgeRun } from '../support/bridge-run.ts';

/** Every night it plays 10,000: FILLS=10000 npm test -- rithmic-fills. */
const fillCount = Number(process.env['FILLS'] ?? 600);
/** Few enough fills each that fees and small moves of the price breach none. */
const vendorIds = Array.from({ length: Math.max(4, Math.ceil(fillCount / 400)) }, (_, index) => `RTH-${index + 1}`);
const dollars = 50_000;

const folder = mkdtempSync(join(tmpdir(), 'tidemark-rithmic-pool-'));
const pool = join(folder, 'accounts.csv');
let vendor: Emulator;

const environment = () => ({
  ...{ RITHMIC_GATEWAY: vendor.url, RITHMIC_SYSTEM: 'Rithmic Test', RITHMIC_USER: 'firm', RITHMIC_PASSWORD: 'right' },
  ...{ RITHMIC_APP_NAME: 'tidemark', RITHMIC_ACCOUNTS: pool, RITHMIC_MAINTENANCE: '' },
});

const run = createBridgeRun({
  ...{ vendor: 'rithmic', environment },
  connect: (parts) => createRithmicAdapter(readSettings(environment(), folder, 0), parts),
});
const { draw } = run;

/** Repeats some notices, and turns the order of the others around. */
const shuffle = <Notice>(notices: readonly Notice[]) =>
  notices.flatMap((each) => (draw(5) === 0 ? [each, each] : [each])).toReversed();

beforeAll(async () => {
  vendor = await startEmulator({ shuffle });
  for (const id of vendorIds) vendor.broker.openAccount(id, dollars);
  writeFileSync(pool, vendorIds.map((id) => `${id},${id}@firm,password,${dollars}\n`).join(''));
});

afterAll(async () => {
  await run.end();
  await vendor.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A trader's order, filled in parts now and then, and canceled meanwhile. */
function trade(): number {
  const account = vendorIds[draw(vendorIds.length)] ?? '';
  const side = draw(2) === 0 ? 'buy' : 'sell';
  const symbol = draw(2) === 0 ? 'MESZ6' : 'MNQZ6';
  const parts = draw(3) === 0 ? [1, 1] : [1];
  return vendor.broker.trade({ account, side, symbol, price: 6_000 + draw(9) / 4 }, parts, draw(10) === 0).length;
}

const amendments = [{ quantity: 0 }, { price: 6_003 }, { quantity: 2 }, { price: 5_999, quantity: 1 }];
/** A notice names the execution that it corrects, or the newest correction of that. */
function amend(count: number): void {
  const standing = [...vendor.broker.standing(vendorIds[draw(vendorIds.length)] ?? '').values()];
  const execution = standing[draw(standing.length)];
  if (execution) vendor.broker.correct(execution, amendments[count % amendments.length] ?? {});
}

test('fills over disconnects, repetition, disorder, busts, lost answers and kills leave the site with the vendor’s book', async () => {
  const accounts = await run.start(vendorIds.length);
  const { restartBridge, restartSite } = run;
  const { disconnect } = vendor;
  const replayCut = () => {
    vendor.fault({ template: 3_506, fate: 'cut' });
    disconnect();
  };
  await run.tradeThrough(fillCount, { trade, amend }, [
    ...[disconnect, restartBridge, replayCut, restartSite, disconnect, restartBridge, disconnect],
  ]);
  // The vendor says a fill at another price, and no notice corrects it.
  const [otherwise] = vendor.broker.standing(vendorIds[0] ?? '').values();
  if (otherwise) vendor.broker.restate(otherwise, 7_000);
  // After a last kill, the replay alone must bring what is missing.
  await restartBridge();
  await run.deliver();
  await run.compare(accounts.map(({ id, name }) => ({ id, book: bookOf(name, otherwise?.fillId) })));
});

function bookOf(vendorId: string, otherwise: string | undefined) {
  const { net, balance } = vendor.broker.book(vendorId);
  const pad = (id: string) => id.padStart(12, '0');
  const standing = [...vendor.broker.standing(vendorId).values()];
  const idOf = ({ basketId, fillId }: (typeof standing)[number]) => `fill-CME-${pad(basketId)}-${pad(fillId)}`;
  return {
    fills: standing.map(idOf).sort(),
    contradictions: standing.filter(({ fillId }) => fillId === otherwise).map(idOf),
    balanceCents: Math.round(balance * 100),
    positions: [...net]
      .filter(([, quantity]) => quantity !== 0)
      .map(([symbol, quantity]) => [symbol.slice(0, -2), quantity] as const)
      .sort(),
  };
}
