import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { startEmulator as startRithmic } from '../rithmic/emulator.ts';
import { startEmulator as startTradovate } from '../tradovate/emulator.ts';
import { spawn } from './spawn.ts';

/** What a client must read of a buy of two contracts at 6,000: nobody here wrote the client. */
type Client = {
  readonly name: string;
  /** The sentence that says how to install it; undefined if it is. */
  readonly missing: string | undefined;
  run(): Promise<readonly [read: unknown, expected: unknown]>;
};

const tradovateFolder = process.env['TRADOVATE_CLIENT'] ?? '';
const python = process.env['PYTHON'] ?? 'python3';
const hasRithmic = spawnSync(python, ['-c', 'import async_rithmic']).status === 0;
const here = import.meta.dirname;

const clients: readonly Client[] = [
  {
    name: 'cgilly2fast/tradovate-typescript',
    missing: existsSync(`${tradovateFolder}/dist/index.js`)
      ? undefined
      : 'set TRADOVATE_CLIENT to the folder of its built sources',
    async run() {
      const emulator = await startTradovate({ dropsSilent: true });
      const { firm } = emulator;
      const { id: userId } = firm.put('user', { id: firm.newId(), name: 'trader', password: 'secret' });
      const { id: accountId } = firm.openAccount({ name: 'TDV1', userId, initialBalance: 50_000 });
      firm.trade({ accountId, contract: 'ESZ6', action: 'Buy', qty: 2, price: 6_000 });
      const read = await spawn(process.execPath, [`${here}/tradovate-client.mjs`, tradovateFolder, emulator.url]);
      await emulator.stop();
      // Three contracts at $2.10; one is bought and sold at the same price.
      const own = { accounts: ['TDV1'], fills: ['Buy 2', 'Sell 1'], placed: 200, product: ['ES', 50], net: [1] };
      return [read, { ...own, isConnected: true, cash: 49_993.7 }];
    },
  },
  {
    name: 'rundef/async_rithmic',
    missing: hasRithmic ? undefined : `install async_rithmic for ${python}`,
    async run() {
      const emulator = await startRithmic({ heartbeatSeconds: 2, dropsSilent: true });
      const account = emulator.open(50_000);
      emulator.open(100_000);
      emulator.broker.trade({ account, symbol: 'ESZ6', side: 'buy', price: 6_000 }, [1, 1]);
      const read = await spawn(python, [`${here}/rithmic_client.py`, emulator.url]);
      await emulator.stop();
      const fill = ['ESZ6', 1, 6_000];
      const own = { accounts: ['RTH-100001', 'RTH-100002'], firms: ['FIRM'], history: [fill, fill], replayed: 2 };
      return [read, { ...own, positions: [['ESZ6', 2]], balance: 49_995.8, limits: 2, orders: 0 }];
    },
  },
];

const sorted = (value: unknown) =>
  JSON.stringify(value, (_, each) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort())
      : each,
  );

for (const { name, missing, run } of clients) {
  if (missing !== undefined) {
    console.log(`${name}: skipped: ${missing}.`);
    continue;
  }
  const [read, expected] = await run();
  const isRight = sorted(read) === sorted(expected);
  console.log(
    `${name}: ${isRight ? 'reads the emulator as it is' : `read ${sorted(read)} instead of ${sorted(expected)}`}.`,
  );
  if (!isRight) process.exitCode = 1;
}
