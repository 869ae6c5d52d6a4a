import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Locator, type Page } from 'playwright';
import { onEnd } from './clean-up.ts';
import { sized } from './sized.ts';
import { openSlowPage } from './slow-page.ts';
import { type Figure, figure } from './table.ts';

/** A phone a quarter as fast as this machine. */
const slowdown = sized(4, 1);
const atMostMs = 50;
const rounds = sized(12, 2);

type Subject = {
  readonly name: string;
  readonly path: string;
  readonly token?: string;
  readonly isReady: () => boolean;
  /** One round of what people do there. */
  readonly act: (page: Page, round: number) => Promise<void>;
};

/** Every interaction from input to the next paint, as the browser reports it; runs in the page. */
const observe = `
  globalThis.interactions = new Map();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId > 0) interactions.set(interactionId, Math.max(interactions.get(interactionId) ?? 0, duration));
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 });
  for (const type of ['pointerup', 'keydown']) addEventListener(type, () => { globalThis.inputs = (globalThis.inputs ?? 0) + 1; }, true);
`;

/** Where an element is pressed; null while something covers it or the page still moves it away. */
async function findPlace(target: Locator): Promise<readonly [number, number] | null> {
  await target.scrollIntoViewIfNeeded();
  return target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return element.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
  });
}

/** Presses as a mouse does. A locator's own click runs its checks in the page between the events, which then wait. */
async function press(target: Locator): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const place = await findPlace(target);
    if (place !== null) return target.page().mouse.click(...place);
    await setTimeout(50);
  }
  throw new Error(`${target} stays covered or off the screen`);
}

const subjects = (token: string): readonly Subject[] => [
  {
    name: 'order ticket',
    path: '/web-trading',
    token,
    isReady: () => document.querySelector('[data-cell]') !== null && document.querySelector('#ticket form') !== null,
    async act(page, round) {
      const ticket = page.locator('#ticket');
      await press(ticket.getByRole('button', { name: round % 2 === 0 ? 'Sell' : 'Buy', exact: true }));
      await press(ticket.getByRole('button', { name: 'Increase by one contract' }));
      await press(ticket.getByRole('button', { name: 'Decrease by one contract' }));
      await press(ticket.getByRole('checkbox', { name: 'Bracket: target and stop' }));
      await press(ticket.getByRole('button', { name: round % 2 === 0 ? 'Limit' : 'Market', exact: true }));
    },
  },
  {
    name: 'account screen',
    path: '/my-account',
    token,
    isReady: () => document.querySelector('[role=tab]') !== null,
    async act(page, round) {
      const main = page.getByRole('main');
      await press(main.getByText(round % 2 === 0 ? 'All' : '1W', { exact: true }));
      await press(main.getByRole('tab', { name: round % 2 === 0 ? 'Rules' : 'Size', exact: true }));
      const accounts = main.getByRole('navigation', { name: 'Your accounts' });
      await press(accounts.getByRole('button', { name: round % 2 === 0 ? /^Merit 25K/ : /^Classic 50K/ }));
    },
  },
  {
    name: 'checkout',
    path: '/check-out/classic-50k',
    isReady: () => document.querySelector('main form')?.closest('astro-island')?.hasAttribute('ssr') === false,
    async act(page, round) {
      const main = page.getByRole('main');
      const name = main.getByLabel('First name', { exact: true });
      await press(name);
      await page.keyboard.press(round % 2 === 0 ? 'a' : 'Backspace');
      await press(main.getByLabel(/I accept the terms/));
    },
  },
];

/** The 98th percentile of all interactions; those the browser didn't report took less than 16 ms. */
async function measure(browser: Browser, origin: string, subject: Subject): Promise<number> {
  const { page, context } = await openSlowPage(browser, {
    viewport: { width: 1280, height: 900 },
    slowdown,
    ...(subject.token === undefined ? {} : { token: subject.token }),
  });
  await page.addInitScript(observe);
  await page.goto(`${origin}${subject.path}`, { waitUntil: 'load' });
  await page.waitForFunction(subject.isReady, undefined, { timeout: 120_000 });
  for (let round = 0; round < rounds; round += 1) await subject.act(page, round);
  // The browser reports an interaction after the frame that shows it.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200)))');
  const found = (await page.evaluate('({ slow: [...interactions.values()], inputs })')) as {
    readonly slow: readonly number[];
    readonly inputs: number;
  };
  await context.close();
  const fast = Math.max(found.inputs - found.slow.length, 0);
  const all = [...new Array<number>(fast).fill(16), ...found.slow].sort((left, right) => left - right);
  return all[Math.min(all.length - 1, Math.ceil(all.length * 0.98) - 1)] ?? Number.NaN;
}

/** @param token of a person with accounts */
export async function measureInteractions(origin: string, token: string): Promise<Figure[]> {
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  onEnd(() => browser.close());
  const figures: Figure[] = [
    { what: 'interactions: load of this machine at the start', measured: (loadavg()[0] ?? 0).toFixed(1) },
  ];
  for (const subject of subjects(token)) {
    const p98 = await measure(browser, origin, subject);
    figures.push(figure(`interactions, 4 times slower, p98: ${subject.name}`, p98, 'ms', { atMost: atMostMs }));
  }
  await browser.close();
  return figures;
}
