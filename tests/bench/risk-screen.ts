import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { storageKeys, tokenLifetimeMinutes } from '../../src/shared/core/constants.ts';
import { startServer } from '../support/server.ts';
import { onEnd } from './clean-up.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

const frameMs = 1_000 / 60;
const tracedMs = sized(20_000, 1_000);
const maxListMs = 120_000;
const table = 'table[aria-rowcount]';

type Task = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds; `tdur` is CPU time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

async function signIn(page: Page, token: string): Promise<void> {
  const entries = [
    [storageKeys.token, token],
    [storageKeys.tokenExpiry, String(Date.now() + tokenLifetimeMinutes * 60_000)],
    [storageKeys.activityTime, String(Date.now())],
  ] as const;
  await page.addInitScript((pairs) => {
    for (const [key, value] of pairs) localStorage.setItem(key, value);
  }, entries);
}

/**
 * The work of the page's main thread in each sixtieth of a second. In CPU time, because drawing in a browser without a
 * graphics card on a shared processor says nothing about the page. A task counts where it starts.
 */
async function readFrames(browser: Browser, page: Page): Promise<readonly number[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await delay(tracedMs);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: Task[] };
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const frames = mains.map(({ pid, tid }) => {
    const mainTasks = traceEvents.filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X');
    const startsAt = mainTasks.reduce((first, { ts }) => Math.min(first, ts), Number.POSITIVE_INFINITY);
    const work = new Array<number>(Math.round(tracedMs / frameMs)).fill(0);
    let endsAt = 0;
    for (const { ts, dur = 0, tdur = dur } of mainTasks.toSorted((left, right) => left.ts - right.ts)) {
      // Nested tasks are counted with the outer one.
      if (ts < endsAt) continue;
      endsAt = ts + dur;
      const index = Math.floor((ts - startsAt) / 1_000 / frameMs);
      if (index < work.length) work[index] = (work[index] ?? 0) + tdur / 1_000;
    }
    return work;
  });
  const sumOf = (work: readonly number[]) => work.reduce((sum, ms) => sum + ms, 0);
  return frames.toSorted((left, right) => sumOf(right) - sumOf(left))[0] ?? [];
}

/** From the change of the find box to the second frame after it, which shows the filtered rows. */
function measureFilter(page: Page, text: string): Promise<number> {
  return page.evaluate(async (value) => {
    const box = document.querySelector<HTMLInputElement>('input[type="search"]');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    if (!box || !set) throw new Error('the desk has no find box');
    const startedAt = performance.now();
    set.call(box, value);
    box.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - startedAt;
  }, text);
}

/** Opens the risk desk in a new browser context. @returns the milliseconds until its first row appears, and the page */
async function openDesk(browser: Browser, origin: string, token: string): Promise<readonly [number, Page]> {
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  await signIn(page, token);
  await page.goto(`${origin}/risk-manager`, { waitUntil: 'commit' });
  await page.waitForSelector(`${table} tbody th`, { timeout: maxListMs });
  return [await page.evaluate(() => performance.now()), page];
}

/** The risk desk in a browser, on a server of its own, while accounts change. */
export async function measureScreen(url: string, token: string, accounts: number): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-risk-'));
  onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startServer({ dataDir, env: { DATABASE_URL: url, LOG_LEVEL: 'error', DEMO: '0' } });
  onEnd(() => server.stop());
  const executablePath = process.env.CHROMIUM_PATH;
  const args = ['--no-sandbox', '--disable-gpu'];
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  onEnd(() => browser.close());
  // Each in its own browser context, so that nothing is cached; the first one also meets a freshly started server.
  const [coldMs, coldPage] = await openDesk(browser, server.origin, token);
  await coldPage.close();
  const [firstMs, page] = await openDesk(browser, server.origin, token);
  const frames = (await readFrames(browser, page)).toSorted((left, right) => left - right);
  const rows = await page.locator(`${table} tr`).count();
  const listedAccounts = Number(await page.locator(table).getAttribute('aria-rowcount')) - 1;
  const filters = [];
  for (const text of ['B', 'BENCH-1', 'BENCH-19', 'BENCH-199', '']) filters.push(await measureFilter(page, text));
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await browser.close();
  await server.stop();
  return [
    figure('risk: accounts on the screen', listedAccounts, '', { atLeast: accounts }),
    figure('risk: first list on the screen, server just started', coldMs, 'ms'),
    figure('risk: first list on the screen, from the click', firstMs, 'ms', { atMost: 1_000 }),
    figure('risk: main thread per frame, p95', frames[Math.floor(frames.length * 0.95)] ?? 0, 'ms', { atMost: 16.7 }),
    figure('risk: main thread per frame, worst of 20 s', frames.at(-1) ?? 0, 'ms', { atMost: 50 }),
    figure('risk: slowest of five filters, to the second frame', Math.max(...filters), 'ms', { atMost: 100 }),
    figure('risk: rows in the page', rows, '', { atMost: 80 }),
    figure('risk: heap after garbage collection', usedSize / 1_048_576, 'MB', { atMost: 150 }),
  ];
}
