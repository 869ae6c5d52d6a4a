import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { waitLimitMs } from '../support/eventually.ts';

const port = Number(process.env.E2E_PORT ?? 8471);
const origin = `http://localhost:${port}`;
const executablePath = process.env.CHROMIUM_PATH;
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

// The run's data, which its server creates and removes. Workers read this file again and find what the first named.
process.env.E2E_FOLDER ??= join(tmpdir(), `tidemark-e2e-${randomUUID()}`);

export default defineConfig({
  testDir: '.',
  // src/tools/browser.mjs has already said so.
  testIgnore: process.env.FIREFOX_PATH ? [] : ['firefox-journeys.test.ts'],
  outputDir: '../../test-results',
  fullyParallel: true,
  // One more than there are cores in CI, because some tests wait for jobs and clocks.
  workers: 3,
  // Nothing that works takes longer on any machine, so tests have no time-outs of their own.
  timeout: 300_000,
  expect: { timeout: waitLimitMs },
  forbidOnly: true,
  reporter: [['list'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    // Screens show the user's local time beside Chicago's.
    timezoneId: 'Europe/Lisbon',
    // A new context per test would start a renderer, and prepare the page's fonts and styles again.
    reuseContext: true,
    // Frames of animations are a sixth of the work. The main journey and tests of what moves leave motion on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Each test gets fresh scripts, which end before optimizing them pays off.
        '--js-flags=--no-opt,--no-maglev',
        // Pages are drawn without a GPU, so its process would only add messages.
        '--in-process-gpu',
      ],
    },
  },
  webServer: {
    command: 'node tests/e2e/server.ts',
    cwd: '../..',
    url: `${origin}/api/ready`,
    env: {
      PORT: String(port),
      ORIGIN: origin,
      DATA_DIR: join(process.env.E2E_FOLDER, 'data'),
      TRUST_PROXY: '1',
      // At the default cost, solving and checking captchas takes a twentieth of all tests' time.
      CAPTCHA_COST: '20',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 240_000,
  },
});
