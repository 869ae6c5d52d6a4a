import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect } from '@playwright/test';
import { demoPassword } from '#server/core/demo-people.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { encodeBaseline, findDifference } from '../visual/compare.ts';
import { fixText, type Screen, screens, settle } from '../visual/screens.ts';
import { now, startStillServer } from '../visual/server.ts';

const folder = join(import.meta.dirname, '../visual/baselines');
const isRenewing = process.env.VISUAL_RENEW === '1';
const hourMs = 3_600_000;

const widths = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
const themes = ['light', 'dark'] as const;

const test = base.extend<object, { origin: string }>({
  origin: [
    async ({ browser: _ }, use) => {
      const server = await startStillServer();
      await use(server.origin);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

/** Signs the context in, at the still server's moment. */
async function signIn(context: BrowserContext, origin: string, email: string): Promise<void> {
  const answer = await context.request.post(`${origin}/api/submit_login`, { data: { email, password: demoPassword } });
  const { token } = (await answer.json()) as { token: string };
  await context.addInitScript(
    ([session, tokenKey, expiryKey, until]) => {
      localStorage.setItem(tokenKey, session);
      localStorage.setItem(expiryKey, until);
    },
    [token, storageKeys.token, storageKeys.tokenExpiry, String(now.getTime() + hourMs)] as const,
  );
}

// One worker, because each would seed a server of its own.
test.describe.configure({ mode: 'default' });

for (const screen of screens) {
  test(`${screen.name} looks as it did`, async ({ browser, origin }) => {
    const problems: string[] = [];
    for (const viewport of widths) {
      for (const colorScheme of themes) {
        const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', baseURL: origin });
        if (screen.as) await signIn(context, origin, screen.as);
        const picture = await take(context, screen);
        await context.close();
        const name = `${screen.name}-${viewport.width}-${colorScheme}`;
        const problem = await compare(name, picture);
        if (problem !== null) problems.push(`${name}: ${problem}`);
      }
    }
    expect(problems, 'npm run renew -- visual keeps the new look').toEqual([]);
  });
}

async function take(context: BrowserContext, { path, prepare, masks = [], isFirstScreen }: Screen): Promise<Buffer> {
  const page = await context.newPage();
  await page.clock.setFixedTime(now);
  await page.goto(path);
  await settle(page);
  // The typefaces are optional: a page that gets them late keeps the system's, and the next one has them.
  await page.reload();
  await settle(page);
  if (prepare) {
    await prepare(page);
    await settle(page);
  }
  await page.mouse.move(0, 0);
  await fixText(page);
  return page.screenshot({
    fullPage: isFirstScreen !== true,
    animations: 'disabled',
    mask: masks.map((selector) => page.locator(selector)),
  });
}

/** @returns what differs; null if nothing does, or if the picture is now the baseline */
async function compare(name: string, picture: Buffer): Promise<string | null> {
  const path = join(folder, `${name}.webp`);
  const difference = existsSync(path) ? await findDifference(readFileSync(path), picture) : null;
  if (isRenewing) {
    mkdirSync(folder, { recursive: true });
    if (difference !== null || !existsSync(path)) writeFileSync(path, await encodeBaseline(picture));
    return null;
  }
  if (!existsSync(path)) return 'has no baseline';
  if (difference === null) return null;
  const { outputDir } = test.info();
  mkdirSync(outputDir, { recursive: true });
  writeFileSync(join(outputDir, `${name}.png`), difference.picture);
  return `${difference.text}; see ${join(outputDir, `${name}.png`)}`;
}
