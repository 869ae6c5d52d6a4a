import { chromium } from 'playwright';
import { freePort } from '../support/ports.ts';
import { onEnd } from './clean-up.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

/** One page of each kind that visitors land on. */
const pages: readonly (readonly [name: string, path: string])[] = [
  ['home', '/'],
  ['home in French', '/fr'],
  ['an account type', '/classic-accounts'],
  ['all account types', '/evaluations'],
  ['why us', '/edge'],
  ['a guide', '/atas-connection-guide'],
  ['an article', '/blog/details/end-of-day-drawdown-misread/101'],
  ['all questions', '/faq'],
  ['a question', '/faq/detail/1/22'],
  ['legal text', '/terms'],
];

const categories = [
  ['performance', 'performance'],
  ['accessibility', 'accessibility'],
  ['best practices', 'best-practices'],
  ['SEO', 'seo'],
] as const;

const timings = [
  ['LCP', 'largest-contentful-paint', 1_200, 'ms'],
  ['TBT', 'total-blocking-time', 0, 'ms'],
  ['CLS', 'cumulative-layout-shift', 0, ''],
] as const;

const visits = sized(3, 1);

/** Audits that cost points, to explain a missed target. */
type Audits = Readonly<Record<string, { readonly title: string; readonly score: number | null }>>;

type Report = {
  readonly score: (category: string) => number;
  readonly value: (audit: string) => number;
  readonly faults: readonly string[];
};

/** Lighthouse's default: a mid-range phone on a slow connection, simulated from the recorded requests. */
async function audit(url: string, port: number): Promise<Report> {
  const { default: lighthouse } = await import('lighthouse');
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: categories.map(([, id]) => id),
  });
  if (!result) throw new Error(`${url}: no report`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const audits: Audits = lhr.audits;
  const weighed = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  );
  return {
    score: (category) => Math.round((lhr.categories[category]?.score ?? 0) * 100),
    value: (name) => lhr.audits[name]?.numericValue ?? Number.NaN,
    faults: weighed.flatMap(({ id }) => {
      const { score = null, title = id } = audits[id] ?? {};
      return score !== null && score < 0.9 ? [title] : [];
    }),
  };
}

/** The median of an odd number of values, so that one disturbed run doesn't change the figure. */
function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function combine(reports: readonly Report[]): Report {
  const named = reports.flatMap(({ faults }) => faults);
  return {
    score: (category) => median(reports.map(({ score }) => score(category))),
    value: (name) => median(reports.map(({ value }) => value(name))),
    faults: [...new Set(named)].filter((fault) => named.filter((each) => each === fault).length > reports.length / 2),
  };
}

async function visit(url: string, port: number): Promise<Report> {
  const reports: Report[] = [];
  for (let index = 0; index < visits; index += 1) {
    // A starved browser sometimes loses a trace, so that run is repeated once.
    reports.push(await audit(url, port).catch(() => audit(url, port)));
  }
  return combine(reports);
}

function figuresOf(name: string, { score, value, faults }: Report): Figure[] {
  const scores = categories.map(([, id]) => score(id));
  const reached = scores.every((each) => each === 100);
  return [
    {
      what: `${name}, Lighthouse on a phone`,
      measured: scores.join('/'),
      limit: categories.map(() => 100).join('/'),
      reached,
    },
    ...timings.map(([label, id, atMost, unit]) => figure(`${name}, ${label}`, value(id), unit, { atMost })),
    ...faults.map((fault) => ({ what: `${name}: ${fault}`, measured: '' })),
  ];
}

/** @param origin of the running product with its built site */
export async function measureLighthouse(origin: string): Promise<Figure[]> {
  const port = await freePort();
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  onEnd(() => browser.close());
  const figures: Figure[] = [];
  for (const [name, path] of sized(pages, pages.slice(0, 1)))
    figures.push(...figuresOf(name, await visit(`${origin}${path}`, port)));
  await browser.close();
  return figures;
}
