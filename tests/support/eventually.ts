import { setTimeout as wait } from 'node:timers/promises';

/** How long a test waits for what happens outside of its control. Only a fault takes longer, on any machine. */
export const waitLimitMs = 60_000;

const checkEveryMs = 50;

// A test may stop the clocks of the code under test.
const now = performance.now.bind(performance);

/**
 * @param awaited names in the failure what was awaited
 * @returns a function that throws once `waitLimitMs` have passed, with the last failed check as the cause
 */
export function startWaiting(awaited: string): (cause?: unknown) => void {
  const endsAt = now() + waitLimitMs;
  return (cause) => {
    if (now() < endsAt) return;
    throw new Error(`Waited ${waitLimitMs / 1_000} seconds for ${awaited}${cause ? `: ${cause}` : ''}`, { cause });
  };
}

/**
 * Repeats a check until it passes: for another process, a browser, a socket, or work with timers of its own.
 * @returns what the check returned
 */
export async function eventually<T>(awaited: string, check: () => T | Promise<T>): Promise<T> {
  const failIfLate = startWaiting(awaited);
  for (;;) {
    try {
      return await check();
    } catch (error) {
      failIfLate(error);
    }
    await wait(checkEveryMs);
  }
}

/** A page and a part of it, as Playwright has them. */
type Page = { reload(): Promise<unknown> };
type Part = { first(): { waitFor(options: { timeout: number }): Promise<void> } };

const firstLookMs = 1_000;

/**
 * Reloads a page until it shows what a job of the server brings about. Each look is twice as long as the one before,
 * because a busy browser needs longer to draw the page.
 */
export async function reloadUntilShown(page: Page, shown: Part): Promise<void> {
  const failIfLate = startWaiting(String(shown));
  for (let lookMs = firstLookMs; ; lookMs *= 2) {
    await page.reload();
    try {
      await shown.first().waitFor({ timeout: lookMs });
      return;
    } catch (error) {
      failIfLate(error);
    }
  }
}
