import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright';
import { onEnd } from './clean-up.ts';
import { sized } from './sized.ts';
import { openSlowPage } from './slow-page.ts';
import { type Figure, figure } from './table.ts';

/** The connection alone, and with a phone a quarter as fast as this machine. */
const devices = [
  { name: 'slow 4G', slowdown: 1 },
  { name: 'slow 4G, slow phone', slowdown: 4 },
] as const;
const visits = sized(5, 1);
const maxWaitMs = 120_000;

type Subject = {
  readonly name: string;
  readonly path: string;
  readonly token?: string;
  /** JavaScript that becomes true in the page once the screen is usable. */
  readonly isUsable: string;
  readonly atMostMs?: number;
};

/** A form is usable once its script listens: earlier input would be lost. */
const isFormUsable = `(() => {
  const button = document.querySelector('main form button[type=submit]');
  const island = button?.closest('astro-island');
  return Boolean(button && island && !island.hasAttribute('ssr') && button.getClientRects().length > 0);
})()`;

/** A skeleton has no amounts. */
const hasFigures = `/[$][0-9]/.test(document.querySelector('main').innerText)`;

const subjects = (token: string): readonly Subject[] => [
  // A complete page without its own script: the baseline of the connection and this machine.
  { name: 'legal text, complete', path: '/terms', isUsable: 'document.readyState === "complete"' },
  { name: 'sign-in form', path: '/sign-in', isUsable: isFormUsable, atMostMs: 2_500 },
  { name: 'checkout form', path: '/check-out/classic-50k', isUsable: isFormUsable, atMostMs: 2_500 },
  { name: 'register form', path: '/register', isUsable: isFormUsable, atMostMs: 2_500 },
  {
    name: 'my account’s first figures',
    path: '/my-account',
    token,
    isUsable: hasFigures,
    atMostMs: 3_000,
  },
];

type Visit = { readonly usableMs: number; readonly shift: number };

/** A first visit on a phone: milliseconds from navigation until the screen is usable, and its layout shift. */
async function visit(browser: Browser, origin: string, subject: Subject, slowdown: number): Promise<Visit> {
  const { path, token, isUsable } = subject;
  const { page, context } = await openSlowPage(browser, { viewport: { width: 412, height: 823 }, token, slowdown });
  await page.addInitScript(`
    globalThis.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.layoutShift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      if (document.querySelector('main') && ${isUsable}) globalThis.usableMs = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  `);
  await page.goto(`${origin}${path}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'usableMs' in globalThis, undefined, { timeout: maxWaitMs });
  // Content that arrives after the first figures may still move them.
  await wait(sized(1_500, 300));
  const found = (await page.evaluate('({ usableMs, shift: layoutShift })')) as Visit;
  await context.close();
  return found;
}

/** The median of an odd number of values. */
function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** @param token of a person with accounts */
export async function measureSlowNetwork(origin: string, token: string): Promise<Figure[]> {
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  onEnd(() => browser.close());
  const figures: Figure[] = [
    { what: 'slow 4G: load of this machine at the start', measured: (loadavg()[0] ?? 0).toFixed(1) },
  ];
  for (const device of sized<readonly (typeof devices)[number][]>(devices, devices.slice(0, 1)))
    figures.push(...(await measureDevice(browser, origin, token, device)));
  await browser.close();
  return figures;
}

async function measureDevice(
  browser: Browser,
  origin: string,
  token: string,
  { name: device, slowdown }: (typeof devices)[number],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  let referenceMs = Number.NaN;
  for (const subject of subjects(token)) {
    const found: Visit[] = [];
    for (let index = 0; index < visits; index += 1) found.push(await visit(browser, origin, subject, slowdown));
    const usableMs = median(found.map((each) => each.usableMs));
    const { name, atMostMs } = subject;
    const limits = atMostMs === undefined ? {} : { atMost: atMostMs };
    figures.push(figure(`${device}: ${name}`, usableMs, 'ms', limits));
    if (atMostMs === undefined) referenceMs = usableMs;
    else {
      const ratio = (usableMs / referenceMs).toFixed(2);
      figures.push({ what: `${device}: ${name}, relative to the legal text`, measured: `${ratio} ×` });
      figures.push(
        figure(`${device}: ${name}, layout shift`, median(found.map(({ shift }) => shift)), '', { atMost: 0.02 }),
      );
    }
  }
  return figures;
}
