import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { demoPassword } from '../server/demo-people.ts';

const folder = 'content/pictures';
const port = process.env.PICTURES_PORT ?? '8490';
const origin = `http://localhost:${port}`;
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 780 } } as const;
const themes = ['light', 'dark'] as const;

/** Starts the server with its demo people in a temporary folder. */
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

async function captureAccount(browser: Browser): Promise<void> {
  const page = await openPage(browser);
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('Email', { exact: true }).fill('trader@example.com');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/my-account');
  await captureAll(page, 'account', async () => {
    await page.reload();
    await page.getByRole('img', { name: 'Equity and floor' }).waitFor();
    await page.getByText('live', { exact: true }).waitFor();
  });
  await page.context().close();
}

async function captureOrder(browser: Browser): Promise<void> {
  const page = await openPage(browser);
  await page.goto(`${origin}/check-out/classic-50k`);
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await page.getByLabel('First name', { exact: true }).fill('Ada');
  await page.getByLabel('Last name', { exact: true }).fill('Moreau');
  await page.getByLabel('Country of residence').selectOption({ label: 'France' });
  await page.getByLabel(/I accept the terms/).check();
  await page.getByLabel(/Open my account at once/).check();
  await page.evaluate(() => scrollTo(0, 0));
  await captureAll(page, 'checkout');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { name: 'Your account is open' }).waitFor();
  await captureAll(page, 'order');
  await page.context().close();
}

mkdirSync(folder, { recursive: true });
const stop = await startServer();
const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
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
