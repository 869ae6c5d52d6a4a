import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from '../../src/bridge/core/adapter.ts';
import type { CoreParts } from '../../src/bridge/core/run-bridge.ts';
import { createRithmicAdapter } from '../../src/bridge/rithmic/adapter.ts';
import { readSettings as readRithmic } from '../../src/bridge/rithmic/settings.ts';
import { createTradovateAdapter } from '../../src/bridge/tradovate/adapter.ts';
import { readSettings as readTradovate } from '../../src/bridge/tradovate/settings.ts';
import { createVolumetricaAdapter } from '../../src/bridge/volumetrica/adapter.ts';
import { readSettings as readVolumetrica } from '../../src/bridge/volumetrica/settings.ts';
import { startEmulator as startRithmic } from '../emulators/rithmic/emulator.ts';
import { startEmulator as startTradovate } from '../emulators/tradovate/emulator.ts';
import { startEmulator as startVolumetrica } from '../emulators/volumetrica/emulator.ts';

export type Order = {
  readonly contract: string;
  readonly side: 'buy' | 'sell';
  readonly qty: number;
  readonly price: number;
};

/** An emulated vendor; accounts by the name that its bridge gave them. */
export type Vendor = {
  readonly environment: Readonly<Record<string, string>>;
  connect(parts: CoreParts): Adapter;
  /** Fills at once. */
  trade(account: string, order: Order): void;
  /** Whether it is flat and locked; undefined where a person locks it. */
  readonly isLocked: ((account: string) => boolean) | undefined;
  stop(): Promise<void>;
};

type Options = { readonly now: () => number; readonly folder: string; readonly accountCount: number };

async function openTradovate({ now }: Options): Promise<Vendor> {
  const emulator = await startTradovate({ now });
  const { firm } = emulator;
  const environment = {
    ...{ TRADOVATE_USER: 'firm', TRADOVATE_PASSWORD: 'right', TRADOVATE_APP_ID: 'a', TRADOVATE_CID: '1' },
    ...{ TRADOVATE_SECRET: 's', TRADOVATE_TEMPLATE_ACCOUNT: '1', TRADOVATE_PLAN: '1' },
    ...{ TRADOVATE_LIVE_URL: emulator.url, TRADOVATE_DEMO_URL: emulator.url },
  };
  const idOf = (account: string) => firm.find('account', account)?.id ?? 0;
  return {
    environment,
    connect: (parts) => createTradovateAdapter(readTradovate(environment), parts),
    trade: (account, { side, ...order }) =>
      void firm.trade({ ...order, accountId: idOf(account), action: side === 'buy' ? 'Buy' : 'Sell' }),
    isLocked: (account) => firm.rowOf('accountRiskStatus', idOf(account))?.['adminAction'] === 'LockTradingImmediately',
    stop: emulator.stop,
  };
}

async function openVolumetrica({ now }: Options): Promise<Vendor> {
  const emulator = await startVolumetrica({ now });
  const { firm } = emulator;
  const environment = { VOLUMETRICA_URL: emulator.url, VOLUMETRICA_API_KEY: 'right' };
  const idOf = (account: string) => firm.accountOf(account)?.accountId ?? '';
  return {
    environment,
    connect: (parts) => createVolumetricaAdapter(readVolumetrica(environment), parts),
    trade: (account, { side, ...order }) =>
      void firm.trade(idOf(account), { ...order, action: side === 'buy' ? 'Buy' : 'Sell' }),
    isLocked: (account) =>
      firm.accountOf(account)?.tradingPermission === 1 && firm.positions(idOf(account)).length === 0,
    stop: emulator.stop,
  };
}

async function openRithmic({ now, folder, accountCount }: Options): Promise<Vendor> {
  const emulator = await startRithmic({ now });
  const pool = join(folder, 'accounts.csv');
  const names = Array.from({ length: accountCount }, () => emulator.open(50_000));
  writeFileSync(pool, names.map((name) => `${name},${name}@firm,password,50000\n`).join(''));
  const environment = {
    ...{ RITHMIC_GATEWAY: emulator.url, RITHMIC_SYSTEM: 'Rithmic Test', RITHMIC_USER: 'firm' },
    ...{ RITHMIC_PASSWORD: 'right', RITHMIC_APP_NAME: 'a', RITHMIC_ACCOUNTS: pool, RITHMIC_MAINTENANCE: '' },
  };
  return {
    environment,
    connect: (parts) => createRithmicAdapter(readRithmic(environment, folder, 0), parts),
    trade: (account, { contract, side, qty, price }) =>
      void emulator.broker.trade({ account, symbol: contract, side, price }, [qty]),
    isLocked: undefined,
    stop: emulator.stop,
  };
}

export const vendors = { tradovate: openTradovate, volumetrica: openVolumetrica, rithmic: openRithmic } as const;
export type VendorName = keyof typeof vendors;
