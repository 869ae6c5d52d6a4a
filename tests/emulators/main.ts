import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCatalog } from '#content/catalog.ts';
import { startEmulator } from './tradovate/emulator.ts';

const secret = 'the secret of a bridge that runs on an emulator only';
const [platform = ''] = process.argv.slice(2);
const [emulatorPort, bridgePort, sitePort] = [8790, 8791, Number(process.env['PORT'] ?? 8000)];

if (platform !== 'tradovate') {
  console.error('Use: npm run emulate -- tradovate');
  process.exit(1);
}
if (!readCatalog().packages.platforms.includes('tradovate')) {
  console.log(
    'This firm doesn’t sell Tradovate yet: add it to `platforms` in content/catalog/packages.yaml, and start again.',
  );
}

// Starts the vendor, the bridge and the site, so that a person can try the whole firm: buy, trade, breach, reset, pay out.
const emulator = await startEmulator({ port: emulatorPort });
const children = [
  spawn(process.execPath, ['deploy/bridge/tradovate-bridge.mjs'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...{
        PLATFORM_BRIDGE_SECRET: secret,
        TIDEMARK_URL: `http://localhost:${sitePort}`,
        BRIDGE_PORT: String(bridgePort),
      },
      ...{ TRADOVATE_USER: 'firm', TRADOVATE_PASSWORD: 'right', TRADOVATE_APP_ID: 'emulator', TRADOVATE_CID: '1' },
      ...{ TRADOVATE_SECRET: 'emulator', TRADOVATE_TEMPLATE_ACCOUNT: '1', TRADOVATE_PLAN: '1' },
      ...{ TRADOVATE_LIVE_URL: emulator.url, TRADOVATE_DEMO_URL: emulator.url },
      BRIDGE_FOLDER: mkdtempSync(join(tmpdir(), 'tidemark-emulated-')),
    },
  }),
  spawn(process.execPath, ['src/tools/start.mjs'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...{ PLATFORM_BRIDGE_URL: `http://127.0.0.1:${bridgePort}`, PLATFORM_BRIDGE_SECRET: secret },
      ...{ DATA_DIR: process.env['DATA_DIR'] ?? '.data/emulated', PORT: String(sitePort) },
    },
  }),
];
const control = emulator.url.replace('/v1', '/emulator');
console.log(`
  Vendor       ${control}/accounts
  Trade        curl -d '{"accountId":1001,"contract":"ESZ6","action":"Buy","qty":1,"price":6850.25}' ${control}/trade
  Bust         curl -d '{"fillId":1005}' ${control}/bust
  Break        curl -d '{"path":"/user/createevaluationaccounts","kind":"lose"}' ${control}/fault
`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of children) child.kill('SIGTERM');
    void emulator.stop().then(() => process.exit(0));
  });
}
