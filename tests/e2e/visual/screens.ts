import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

export type Screen = {
  /** The baselines' name. */
  readonly name: string;
  readonly path: string;
  /** Who is signed in; nobody without one. */
  readonly as?: `${'trader' | 'payee' | 'affiliate' | 'risk' | 'admin' | 'finance'}@example.com`;
  /** The first screen alone; the whole page by default. */
  readonly isFirstScreen?: true;
  /** Brings the screen into the state to compare, once its data has loaded. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** What differs between two runs, and is painted over. */
  readonly masks?: readonly string[];
};

/** The main screens, each compared at 390 and 1440 pixels in both themes. `npm run visual:renew -- -g NAME` renews one. */
export const screens: readonly Screen[] = [{ name: 'account', path: '/my-account', as: 'trader@example.com' }];

/** Waits until islands are hydrated, data is there, and nothing moves. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]:has(*)').first()).toHaveCount(0);
  await expect(page.locator('[aria-busy=true], [data-skeleton]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
  });
}
