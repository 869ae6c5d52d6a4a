import { createVolumetricaAdapter } from '#bridge/volumetrica/adapter.ts';
import { readSettings } from '#bridge/volumetrica/settings.ts';
import { startEmulator } from '../../emulators/volumetrica/emulator.ts';
import { trailing } from '../support.ts';
import { createBench, request } from './bench.ts';

export const webhookSecret = 'a webhook secret';

export const { bench, prepareBench, connect } = createBench(
  (now) => startEmulator({ now }),
  (parts, environment, { url }) =>
    createVolumetricaAdapter(
      readSettings({
        ...{ VOLUMETRICA_API_KEY: 'right', VOLUMETRICA_URL: url, VOLUMETRICA_WEBHOOK_SECRET: webhookSecret },
        ...environment,
      }),
      parts,
    ),
);

export async function openOne(
  bridge: ReturnType<typeof connect>,
  accountId = 'acc-1',
  rules: Partial<typeof trailing> = {},
) {
  const opened = await bridge.adapter.open({ ...request(accountId), rules: { ...trailing, ...rules } });
  const account = bench.vendor.firm.accountOf(opened.platformAccountId);
  if (!account) throw new Error('the vendor has no such account');
  return { ...opened, account, vendorId: account.accountId };
}

export const callsOf = (path: string) => bench.vendor.calls.filter((call) => call.path === path);

/** A poll now, as balances ask for one. */
export async function poll(bridge: ReturnType<typeof connect>) {
  const reports = await bridge.adapter.balances();
  await bridge.outbox.flush();
  await bridge.outbox.flushPassing();
  return reports;
}
