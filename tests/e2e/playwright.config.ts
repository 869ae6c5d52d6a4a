import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { waitLimitMs } from '../support/eventually.ts';
import { freePort } from '../support/ports.ts';
import type { EngineOptions } from './core/engines.ts';

// Workers read this file again and find the port and the folder that the first reader chose.
process.env.E2E_PORT ??= String(await freePort());
const origin = `http://localhost:${process.env.E2E_PORT}`;
const executablePath = process.env.CHROMIUM_PATH;
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/** The journeys that also run in the engines that are installed; tests/runner/browser.mjs says which aren't. */
const engineJourneys = 'engines.test.ts';
const engines = [
  { engine: 'firefox', executablePath: process.env.FIREFOX_PATH },
  { engine: 'webkit', executablePath: process.env.WEBKIT_DRIVER_PATH },
] as const;

/** The run's data, which its server creates and removes. */
process.env.E2E_FOLDER ??= join(tmpdir(), `tidemark-e2e-${randomUUID()}`);

/** Marks what npm test runs of these tests: what only a browser can show, once per kind of screen. */
const fast = /@fast/;
const { TEST_SET } = process.env;

export default defineConfig<object, EngineOptions>({
  testDir: '.',
  projects: [
    { name: 'chromium', testIgnore: engineJourneys },
    ...engines.flatMap(({ engine, executablePath: path }) =>
      path ? [{ name: engine, testMatch: engineJourneys, use: { engine, enginePath: path } }] : [],
    ),
  ],
  outputDir: '../../test-results',
  ...(TEST_SET === 'fast' ? { grep: fast } : {}),
  ...(TEST_SET === 'rest' ? { grepInvert: fast } : {}),
  fullyParallel: true,
  // One more than there are cores in CI, because some tests wait for jobs and clocks.
  workers: 3,
  // Nothing that works takes longer on any machine, so tests have no time-outs of their own.
  timeout: 300_000,
  expect: { timeout: waitLimitMs },
  forbidOnly: true,
  reporter: [['list'], ['./name-long-waits.ts'], ...(report ? [['json', { outputFile: report }] as const] : [])],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    // A step that finds nothing says what it looked for, instead of ending with the test.
    actionTimeout: waitLimitMs,
    navigationTimeout: waitLimitMs,
    // Screens show the user's local time beside Chicago's.
    timezoneId: 'Europe/Lisbon',
    // Tracing all tests would double the runner's own work; `--trace on` traces one.
    trace: 'off',
    screenshot: 'only-on-failure',
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
    command: `"${process.execPath}" tests/e2e/server.ts`,
    cwd: '../..',
    url: `${origin}/api/ready`,
    env: {
      PORT: process.env.E2E_PORT,
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
