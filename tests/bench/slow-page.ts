import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { storageKeys, tokenLifetimeMinutes } from '../../src/shared/core/constants.ts';

/** Slow 4G as defined by DevTools and Lighthouse. */
const connection = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  connectionType: 'cellular4g',
} as const;

type SlowPageOptions = {
  readonly viewport: { readonly width: number; readonly height: number };
  /** The visitor's token, or undefined if signed out. */
  readonly token?: string | undefined;
  /** How many times slower than this machine the visitor's device is. */
  readonly slowdown?: number;
};

export type SlowPage = { readonly page: Page; readonly context: BrowserContext; readonly session: CDPSession };

/** A page in a fresh browser context on a slow connection. The caller closes the context. */
export async function openSlowPage(browser: Browser, options: SlowPageOptions): Promise<SlowPage> {
  const { viewport, token, slowdown = 1 } = options;
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  if (token !== undefined) {
    const entries = [
      [storageKeys.token, token],
      [storageKeys.tokenExpiry, String(Date.now() + tokenLifetimeMinutes * 60_000)],
    ] as const;
    await page.addInitScript((pairs) => {
      for (const [key, value] of pairs) localStorage.setItem(key, value);
    }, entries);
  }
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', connection);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, context, session };
}
