import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { readStrings } from '#content/ui-strings.ts';
import { demoPassword } from '#server/core/demo-people.ts';

const folder = 'content/pictures';
const port = process.env.PICTURES_PORT ?? '8490';
const origin = `http://localhost:${port}`;
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 780 } } as const;
const themes = ['light', 'dark'] as const;

async function startServer(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-pictures-'));
  const env = { ...process.env, PORT: port, ORIGIN: origin, DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'error' };
  const server = spawn('node', ['src/server/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = () => {
    server.kill('SIGTERM');
    server.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  };
  while (server.exitCode === null) {
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined);
    if (answer?.ok) return stop;
    await wait(100);
  }
  throw new Error('the server ended before it was ready');
}

async function savePicture(page: Page, name: string): Promise<void> {
  const picture = sharp(await page.screenshot({ animations: 'disabled' }));
  await picture.webp({ quality: 92, effort: 6 }).toFile(join(folder, `${name}.webp`));
  process.stdout.write(`  ${name}\n`);
}

/** Captures one screen at both widths in both themes. The page keeps its data unless `open` reloads it. */
async function captureAll(page: Page, name: string, open = async () => {}): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    await open();
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await savePicture(page, `${name}-${size}-${colorScheme}`);
    }
  }
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: sizes.desktop, deviceScaleFactor: 2, reducedMotion: 'reduce' });
  return context.newPage();
}

/** The start of a string of the site: its first sentence, up to its first value. */
function readStart(namespace: string, key: string): string {
  const text = readStrings('en', namespace).get(key);
  if (!text) throw new Error(`public/locales/en/${namespace}.json has no ${key}`);
  return text.replace(/(?:\{\{|\.).*/, '');
}

async function captureAccount(browser: Browser): Promise<void> {
  const page = await openPage(browser);
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel(readStart('identity', 'email'), { exact: true }).fill('trader@example.com');
  await page.getByLabel(readStart('identity', 'password'), { exact: true }).fill(demoPassword);
  await page
    .getByRole('main')
    .getByRole('button', { name: readStart('identity', 'sign_in_submit') })
    .click();
  await page.waitForURL('**/my-account');
  await captureAll(page, 'account', async () => {
    await page.reload();
    await page.getByRole('img', { name: readStart('accounts', 'chart_title') }).waitFor();
    // A phone shows only that a connection is lost.
    await page.locator('[data-liveness=live]').waitFor({ state: 'attached' });
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[data-skeleton]')].every((part) => part.getBoundingClientRect().top > innerHeight),
    );
  });
  await page.context().close();
}

async function captureOrder(browser: Browser): Promise<void> {
  const page = await openPage(browser);
  await page.goto(`${origin}/check-out/classic-50k`);
  await page.getByLabel(readStart('checkout', 'email'), { exact: true }).fill('ada@example.com');
  await page.getByLabel(readStart('checkout', 'first_name'), { exact: true }).fill('Ada');
  await page.getByLabel(readStart('checkout', 'last_name'), { exact: true }).fill('Moreau');
  await page.getByLabel(readStart('checkout', 'country')).selectOption({ label: 'France' });
  await page.getByLabel(readStart('checkout', 'terms_label')).check();
  await page.getByLabel(readStart('checkout', 'start_now_account_share')).check();
  await page.getByLabel(readStart('checkout', 'renewal_label')).check();
  await page.evaluate(() => scrollTo(0, 0));
  await captureAll(page, 'checkout');
  await page.getByRole('button', { name: new RegExp(`^${readStart('checkout', 'pay')}`) }).click();
  await page.getByRole('button', { name: readStart('payment', 'pay'), exact: true }).click();
  await page.getByRole('heading', { name: readStart('orders', 'fulfilled_title') }).waitFor();
  await captureAll(page, 'order');
  await page.context().close();
}

mkdirSync(folder, { recursive: true });
const stop = await startServer();
const executablePath = process.env.CHROMIUM_PATH;
// Hinting moves letters to whole pixels, which leaves words without spaces between them.
const args = ['--no-sandbox', '--font-render-hinting=none'];
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
try {
  await captureAccount(browser);
  await captureOrder(browser);
  await sharp(join(folder, 'account-desktop-light.webp'))
    .resize({ width: 1280 })
    .webp({ quality: 86, effort: 6 })
    .toFile(join(folder, 'readme-account.webp'));
} finally {
  await browser.close();
  stop();
}
