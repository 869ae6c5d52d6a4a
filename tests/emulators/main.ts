import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findMaintenanceEnd } from '#bridge/tradovate/maintenance.ts';
import { editCatalog } from '../support/later-rules.ts';
import { startEmulator as startRithmic } from './rithmic/emulator.ts';
import { bridge, emulatorPort } from './running.ts';
import { startEmulator as startTradovate } from './tradovate/emulator.ts';
import { startEmulator as startVolumetrica } from './volumetrica/emulator.ts';

const [vendorName = ''] = process.argv.slice(2);
const sitePort = Number(process.env['PORT'] ?? 8000);

// Vendor, bridge and site forget everything together: each knows the others' accounts.
const folder = mkdtempSync(join(tmpdir(), 'tidemark-emulated-'));
const poolPath = join(folder, 'accounts.csv');

/** Each vendor: its emulator, its bridge's settings, and the site's name of its platform. */
const vendors = {
  tradovate: {
    start: startTradovate,
    platform: 'tradovate',
    settings: (url: string) => ({
      ...{ TRADOVATE_USER: 'firm', TRADOVATE_PASSWORD: 'right', TRADOVATE_APP_ID: 'emulator', TRADOVATE_CID: '1' },
      ...{ TRADOVATE_SECRET: 'emulator', TRADOVATE_TEMPLATE_ACCOUNT: '1', TRADOVATE_PLAN: '1' },
      ...{ TRADOVATE_LIVE_URL: url, TRADOVATE_DEMO_URL: url },
    }),
    findMaintenanceEnd,
  },
  volumetrica: {
    start: startVolumetrica,
    platform: 'dxfeed',
    settings: (url: string) => ({ VOLUMETRICA_URL: url, VOLUMETRICA_API_KEY: 'right' }),
    findMaintenanceEnd: () => null,
  },
  rithmic: {
    async start(options: { readonly port: number }) {
      const emulator = await startRithmic({
        ...options,
        onOpened: (account, dollars) => appendFileSync(poolPath, `${account},${account}@broker,password,${dollars}\n`),
      });
      for (const dollars of [50_000, 50_000, 100_000]) emulator.open(dollars);
      return emulator;
    },
    platform: 'rithmic',
    settings: (url: string) => ({
      ...{ RITHMIC_GATEWAY: url, RITHMIC_SYSTEM: 'Rithmic Test', RITHMIC_USER: 'firm', RITHMIC_PASSWORD: 'right' },
      ...{ RITHMIC_APP_NAME: 'emulator', RITHMIC_ACCOUNTS: poolPath, RITHMIC_MAINTENANCE: '' },
    }),
    findMaintenanceEnd: () => null,
  },
} as const;

const isVendor = (name: string): name is keyof typeof vendors => Object.hasOwn(vendors, name);
if (!isVendor(vendorName)) {
  console.error(`Use: npm run emulate -- ${Object.keys(vendors).join(', ')}`);
  process.exit(1);
}
const vendor = vendors[vendorName];

const emulator = await vendor.start({ port: emulatorPort });

/** The project with a catalog that sells the platform, too. */
function makeProject(): string {
  const project = join(folder, 'project');
  mkdirSync(project);
  for (const name of readdirSync('.')) if (name !== 'content') symlinkSync(resolve(name), join(project, name));
  cpSync('content', join(project, 'content'), { recursive: true });
  const { platform } = vendor;
  editCatalog(project, 'packages.yaml', (text) =>
    text.replace(/^platforms: \[(.*)\]/m, (line, sold) =>
      String(sold).includes(platform) ? line : `platforms: [${platform}, ${sold}]`,
    ),
  );
  return project;
}

const children = [
  spawn(process.execPath, [`src/bridge/${vendorName}/main.ts`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...{ PLATFORM_BRIDGE_SECRET: bridge.secret, TIDEMARK_URL: `http://localhost:${sitePort}` },
      ...{ BRIDGE_PORT: String(bridge.port), BRIDGE_FOLDER: join(folder, 'bridge') },
      ...vendor.settings(emulator.url),
    },
  }),
  spawn(process.execPath, [resolve('src/tools/serve.mjs')], {
    cwd: makeProject(),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...{ PLATFORM_BRIDGE_URL: `http://127.0.0.1:${bridge.port}`, PLATFORM_BRIDGE_SECRET: bridge.secret },
      ...{ DATA_DIR: join(folder, 'site'), PORT: String(sitePort), DEMO: '1' },
    },
  }),
];

const closedUntil = vendor.findMaintenanceEnd(Date.now());
console.log(`
  Buy      http://localhost:${sitePort}/check-out/classic-50k?platform=${vendor.platform}
  Orders   npm run emulate:order -- buy 1 ESH7, in another terminal; without an order it lists the accounts
  Tasks    npm run emulate:order -- tasks, and what the vendor can't do: confirm T1 once it is done
  Vendor   http://127.0.0.1:${emulatorPort}/emulator/calls shows what the bridge has asked it
${closedUntil === null ? '' : `  The vendor is in maintenance: accounts open at ${new Date(closedUntil).toISOString()}.\n`}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    const ended = children.map((child) => new Promise((done) => child.once('exit', done)));
    for (const child of children) child.kill('SIGTERM');
    await Promise.all([...ended, emulator.stop()]);
    rmSync(folder, { recursive: true, force: true });
    process.exit(0);
  });
}
