import { createTradovateAdapter } from '#bridge/tradovate/adapter.ts';
import { readSettings } from '#bridge/tradovate/settings.ts';
import { startEmulator } from '../../emulators/tradovate/emulator.ts';
import { createBench, request } from './bench.ts';

const shared = createBench(
  (now) => startEmulator({ now }),
  (parts, environment, { url }) =>
    createTradovateAdapter(
      readSettings({
        ...{ TRADOVATE_USER: 'firm', TRADOVATE_PASSWORD: 'right', TRADOVATE_APP_ID: 'a', TRADOVATE_CID: '1' },
        ...{ TRADOVATE_SECRET: 's', TRADOVATE_TEMPLATE_ACCOUNT: '1', TRADOVATE_PLAN: '1' },
        ...{ TRADOVATE_LIVE_URL: url, TRADOVATE_DEMO_URL: url },
        ...{ TRADOVATE_FEE_WAIT_MS: '0', TRADOVATE_SYNC_QUIET_MS: '0', ...environment },
      }),
      parts,
    ),
);

export const { bench, prepareBench, connect } = shared;

export async function openOne(bridge: ReturnType<typeof connect>, accountId = 'acc-1') {
  const opened = await bridge.adapter.open(request(accountId));
  const account = bench.vendor.firm.find('account', opened.platformAccountId);
  return { ...opened, vendorId: account?.id ?? 0 };
}

export const callsOf = (path: string) => bench.vendor.calls.filter((call) => call.path === path);
