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

/** The main screens, each compared at 390 and 1440 pixels in both themes. `npm run renew -- visual -g NAME` renews one. */
export const screens: readonly Screen[] = [
  {
    name: 'home',
    path: '/',
    isFirstScreen: true,
    // Replaces what the page was built with, after its first paint.
    prepare: (page) => expect(page.getByText('Request to arrival')).toBeVisible(),
  },
  { name: 'evaluations', path: '/evaluations', isFirstScreen: true },
  { name: 'program', path: '/classic-accounts', isFirstScreen: true },
  { name: 'checkout', path: '/check-out/classic-50k' },
  { name: 'faq', path: '/faq', isFirstScreen: true },
  { name: 'guide', path: '/ninjatrader-connection-guide', isFirstScreen: true },
  { name: 'payout-statistics', path: '/payouts/statistics', isFirstScreen: true },
  { name: 'sign-in', path: '/sign-in' },
  {
    name: 'account',
    path: '/my-account',
    as: 'trader@example.com',
    // Loaded after the figures.
    prepare: async (page) => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expect(page.getByLabel('Maximum loss on this trade')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Latest fills' })).toBeVisible();
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'terminal',
    path: '/web-trading',
    as: 'trader@example.com',
    isFirstScreen: true,
    // How long the last price took isn't the same twice.
    masks: ['[data-age]'],
    prepare: async (page) => {
      await expect(page.locator('[data-cell]').first()).toBeVisible();
      await expect(page.locator('canvas').first()).toBeVisible();
    },
  },
  { name: 'statistics', path: '/statistics', as: 'trader@example.com' },
  { name: 'fills', path: '/my-account/fills', as: 'trader@example.com', isFirstScreen: true },
  { name: 'payouts', path: '/dashboard/withdrawal', as: 'payee@example.com' },
  { name: 'billing', path: '/billing/pending', as: 'trader@example.com', isFirstScreen: true },
  {
    name: 'profile',
    path: '/profile/edit',
    as: 'trader@example.com',
    isFirstScreen: true,
    // It lists and counts as many sign-ins as tests ran before.
    prepare: (page) =>
      page.evaluate(() => {
        for (const each of document.querySelectorAll<HTMLElement>('#sessions, a[href="#sessions"]'))
          each.style.visibility = 'hidden';
      }),
  },
  { name: 'affiliate', path: '/affiliate-dashboard', as: 'affiliate@example.com', isFirstScreen: true },
  {
    name: 'risk-desk',
    path: '/risk-manager',
    as: 'risk@example.com',
    isFirstScreen: true,
    // The queues' counts come after the accounts.
    prepare: (page) => expect(page.getByText(/empty queues/).first()).toBeAttached(),
  },
  { name: 'office', path: '/admin', as: 'admin@example.com', isFirstScreen: true },
  { name: 'office-list', path: '/admin/payouts?status=requested', as: 'finance@example.com', isFirstScreen: true },
  {
    name: 'office-record',
    path: '/admin/payouts',
    as: 'finance@example.com',
    isFirstScreen: true,
    prepare: async (page) => {
      await page.getByRole('main').locator('a[href^="/admin/payouts/"]').first().click();
      await expect(page.locator('main')).toHaveAttribute('data-route', '/admin/{list}/{id}');
    },
  },
];

/** Waits until islands are hydrated (not those further down), data is there, and nothing moves. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]:not([client=visible]):has(*)').first()).toHaveCount(0);
  // Cards further down a phone's account load once they are seen.
  const waiting =
    '[aria-busy=true], [data-skeleton]:not([data-later] *, [data-later] ~ * *), [data-when=loading]:not([hidden])';
  await expect(page.locator(waiting)).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
  });
}

/** What differs between runs: order numbers, opaque ids, the server’s port, seconds since a price arrived. */
const volatileText = [
  [/\b[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}\b/g, '2222-2222'],
  [/(?<![\w-])[\w-]{22}(?![\w-])/g, 'aaaaaaaaaaaaaaaaaaaaaa'],
  [/localhost:\d+/g, 'localhost:80'],
  [/^\d+\.\d\ss$/g, '0.0 s'],
] as const;

/** Puts the same text in place of what differs between runs, in copies that the page's own code no longer changes. */
export async function fixText(page: Page): Promise<void> {
  const rules = volatileText.map(([{ source, flags }, fixed]) => ({ source, flags, fixed }));
  await page.evaluate((patterns) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Node[] = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (const node of nodes) {
      const { nodeValue: before } = node;
      const after = patterns.reduce(
        (text, { source, flags, fixed }) => text.replace(new RegExp(source, flags), fixed),
        before ?? '',
      );
      if (after === before) continue;
      node.nodeValue = after;
      node.parentElement?.replaceWith(node.parentElement.cloneNode(true));
    }
  }, rules);
}
