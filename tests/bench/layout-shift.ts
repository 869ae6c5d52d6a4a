import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright';
import { onEnd } from './clean-up.ts';
import { listScreens, type Screen } from './layout-shift-screens.ts';
import { sized } from './sized.ts';
import { openSlowPage } from './slow-page.ts';
import type { Figure } from './table.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
const atMost = 0.05;
const visitsAtOnce = 3;
/** A screen is complete once nothing has arrived for this long. */
const settleMs = sized(1_500, 300);
const maxVisitMs = 20_000;

type Size = (typeof sizes)[number];

type Shift = { readonly value: number; readonly atMs: number; readonly moved: string };

/** Collects every shift together with the element that moved most; runs in the page. */
const observe = `
  globalThis.shifts = [];
  const nameOf = (node) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement;
    if (!element) return '?';
    const first = [...element.classList][0] ?? '';
    return (element.localName + (first && '.' + first) + ' ' + (element.textContent ?? '').trim().slice(0, 40)).trim();
  };
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries()) {
      const moved = sources.map(({ node, previousRect, currentRect }) =>
        nameOf(node) + ' ' + previousRect.y + '+' + previousRect.height + '→' + currentRect.y + '+' + currentRect.height);
      shifts.push({ value, atMs: startTime, moved: moved.slice(0, 2).join('; ') });
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** The shifts of a first visit on a slow connection, until nothing more arrives. */
async function visit(browser: Browser, origin: string, { path, token }: Screen, viewport: Size): Promise<Shift[]> {
  const { page, context, session } = await openSlowPage(browser, { viewport, token });
  let lastAt = Date.now();
  const touch = () => {
    lastAt = Date.now();
  };
  session.on('Network.requestWillBeSent', touch);
  session.on('Network.loadingFinished', touch);
  session.on('Network.loadingFailed', touch);
  await page.addInitScript(observe);
  await page.goto(`${origin}${path}`, { waitUntil: 'load', timeout: 60_000 });
  // A stream never ends, so "network idle" would never occur.
  const deadline = Date.now() + maxVisitMs;
  while (Date.now() - lastAt < settleMs && Date.now() < deadline) await wait(100);
  const found = (await page.evaluate('shifts')) as Shift[];
  await context.close();
  return found;
}

function figureOf(screen: Screen, { width }: Size, shifts: readonly Shift[]): Figure {
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  const [largest] = shifts.toSorted((left, right) => right.value - left.value);
  const isReached = sum <= atMost;
  const cause = isReached || !largest ? '' : ` (${largest.moved}, after ${Math.round(largest.atMs)} ms)`;
  return {
    what: `layout shift, ${screen.who}, ${width} px: ${screen.path}${cause}`,
    measured: sum.toFixed(3),
    limit: `≤ ${atMost}`,
    reached: isReached,
  };
}

/**
 * @param only limits the screens to those whose path contains it; empty for all
 * @param report receives each screen that shifts too much as soon as it is measured
 */
export async function measureLayoutShift(
  origin: string,
  only: string,
  report: (line: string) => void,
): Promise<Figure[]> {
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  onEnd(() => browser.close());
  const screens = (await listScreens(origin)).filter(({ path }) => path.includes(only));
  const visits = screens.flatMap((screen) => sizes.map((size) => ({ screen, size })));
  const figures: Figure[] = [];
  const waiting = visits.values();
  const work = async () => {
    for (const { screen, size } of waiting) {
      const found = figureOf(screen, size, await visit(browser, origin, screen, size));
      figures.push(found);
      if (!found.reached) report(`${found.measured} ${found.what}`);
    }
  };
  await Promise.all(Array.from({ length: visitsAtOnce }, work));
  await browser.close();
  return figures.toSorted((left, right) => Number(right.measured) - Number(left.measured));
}
