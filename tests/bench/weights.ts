import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright';
import { storageKeys, tokenLifetimeMinutes } from '../../src/shared/core/constants.ts';
import { onEnd } from './clean-up.ts';
import { logIn } from './servers.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

type WeightLimits = { readonly pageKb?: number; readonly scriptKb?: number; readonly react?: boolean };

type Subject = { readonly name: string; readonly path: string; readonly token?: string; readonly limits: WeightLimits };

type Weight = { readonly totalBytes: number; readonly scriptBytes: number; readonly scripts: readonly string[] };

const ownTypes = new Set(['Document', 'Stylesheet', 'Script', 'Font', 'Image', 'Manifest', 'Other']);
const settleMs = sized(1_500, 300);
const maxVisitMs = 20_000;

const subjects = (token: string, staffToken: string): readonly Subject[] => [
  { name: 'home', path: '/', limits: { pageKb: 50, react: false } },
  { name: 'Classic accounts', path: '/classic-accounts', limits: { pageKb: 60, scriptKb: 5, react: false } },
  { name: 'a question', path: '/faq/detail/1/22', limits: { pageKb: 60, scriptKb: 5, react: false } },
  { name: 'sign-in', path: '/sign-in', limits: {} },
  { name: 'checkout', path: '/check-out/classic-50k', limits: {} },
  { name: 'my account', path: '/my-account', token, limits: { scriptKb: 150 } },
  { name: 'profile', path: '/profile/edit', token, limits: { scriptKb: 150 } },
  { name: 'a person in the office', path: '/admin/people/demo-trader', token: staffToken, limits: { scriptKb: 150 } },
  { name: 'orders in the office', path: '/admin/orders', token: staffToken, limits: { scriptKb: 150 } },
  { name: 'risk desk', path: '/risk-manager', token: staffToken, limits: { scriptKb: 150 } },
];

/** Names of the built scripts that contain React. */
function findReactScripts(): ReadonlySet<string> {
  const folder = 'dist/_astro';
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return new Set(
    scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes('react.transitional.element')),
  );
}

/** What a first visit on a phone transfers, headers included, until the page is idle, without scrolling. */
async function weigh(browser: Browser, origin: string, { path, token }: Subject): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, reducedMotion: 'reduce' });
  if (token) {
    const expiry = String(Date.now() + tokenLifetimeMinutes * 60_000);
    const entries = [
      [storageKeys.token, token],
      [storageKeys.tokenExpiry, expiry],
    ] as const;
    await context.addInitScript((pairs) => {
      for (const [key, value] of pairs) localStorage.setItem(key, value);
    }, entries);
  }
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const requests = new Map<string, { type: string; url: string; bytes: number }>();
  let lastAt = Date.now();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    lastAt = Date.now();
    if (ownTypes.has(type)) requests.set(requestId, { type, url: response.url, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastAt = Date.now();
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength;
  });
  await page.goto(`${origin}${path}`, { waitUntil: 'load' });
  // An account's stream never ends, so "network idle" would never occur.
  const deadline = Date.now() + maxVisitMs;
  while (Date.now() - lastAt < settleMs && Date.now() < deadline) await wait(100);
  await context.close();
  const all = [...requests.values()];
  const scripts = all.filter(({ type }) => type === 'Script');
  const sum = (list: typeof all) => list.reduce((bytes, request) => bytes + request.bytes, 0);
  return { totalBytes: sum(all), scriptBytes: sum(scripts), scripts: scripts.map(({ url }) => url) };
}

function figuresOf({ name, limits }: Subject, weight: Weight, react: ReadonlySet<string>): Figure[] {
  const { pageKb, scriptKb } = limits;
  const hasReact = weight.scripts.some((url) => react.has(url.slice(url.lastIndexOf('/') + 1)));
  return [
    figure(`${name}, page`, weight.totalBytes / 1000, 'KB', pageKb === undefined ? {} : { atMost: pageKb }),
    figure(`${name}, scripts`, weight.scriptBytes / 1000, 'KB', scriptKb === undefined ? {} : { atMost: scriptKb }),
    ...(limits.react === false
      ? [{ what: `${name}, React`, measured: hasReact ? 'requested' : 'none', limit: 'none', reached: !hasReact }]
      : []),
  ];
}

/** @param token of a person with accounts, for the screens behind the sign-in */
export async function measureWeights(origin: string, token: string): Promise<Figure[]> {
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
  onEnd(() => browser.close());
  const react = findReactScripts();
  const figures: Figure[] = [];
  for (const subject of subjects(token, await logIn(origin, 'admin@example.com')))
    figures.push(...figuresOf(subject, await weigh(browser, origin, subject), react));
  await browser.close();
  return figures;
}
