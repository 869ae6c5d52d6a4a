import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { layoutEquityChart } from '#lib/chart/equity-chart-layout.ts';
import { hourMs } from '#lib/durations.ts';
import { layoutDrawing } from '#server/certificates/equity-drawing.ts';
import { EquityChart } from '#ui/equity-chart.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { type Corner, cornersOf } from '../../support/path-corners.ts';

/** A winning morning, a night in which the floor rises, $500 paid out at noon, and a small afternoon. */
const row = (hour: number, equity: number, floor: number, mark: number) => ({
  ...{ at: hour * hourMs, equityCents: equity * 100, floorCents: floor * 100, highWaterMarkCents: mark * 100 },
});
const points = [
  row(0, 50_000, 48_000, 50_000),
  row(4, 51_000, 48_000, 51_000),
  row(8, 51_000, 48_000, 51_000),
  row(24, 51_000, 49_000, 51_000),
  row(32, 50_700, 49_000, 51_000),
];
const payouts = [{ at: 28 * hourMs, amountCents: -50_000 }];
const days = [
  { startsAt: 0, endsAt: 8 * hourMs, label: 'Mon' },
  { startsAt: 24 * hourMs, endsAt: 32 * hourMs, label: 'Tue' },
];

/** By hand, as days since the start and dollars: each line is flat overnight, and the payout drops straight down. */
const expected = {
  equity: [[0, 50_000], [0.5, 51_000], [1, 51_000], [1, 51_000], [1.5, 51_000], 'then', [1.5, 50_500], [2, 50_700]],
  payout: [
    [1.5, 51_000],
    [1.5, 50_500],
  ],
  floor: [
    [0, 48_000],
    [1, 48_000],
    [1, 49_000],
    [2, 49_000],
  ],
} as const;

type Paths = { readonly equity: string; readonly payout: string; readonly floor: string };
/** In days and dollars: the scale is what puts the first point and the payout's step where they belong. */
function inDaysAndDollars({ equity, payout, floor }: Paths): { readonly [name: string]: Corner[] } {
  const [start] = cornersOf(equity) as [readonly [number, number]];
  const [top] = cornersOf(payout) as [readonly [number, number]];
  const scale = (corner: Corner): Corner =>
    corner === 'then'
      ? corner
      : [
          Math.min(Math.round(((corner[0] - start[0]) / (top[0] - start[0])) * 1.5 * 50) / 50, 2),
          Math.round((50_000 + ((corner[1] - start[1]) / (top[1] - start[1])) * 1_000) / 20) * 20,
        ];
  return {
    equity: cornersOf(equity).map(scale),
    payout: cornersOf(payout).map(scale),
    floor: cornersOf(floor).map(scale),
  };
}

/** The `d` of the path with this class in what a page gets. */
function drawn(html: string, name: string): string {
  return new RegExp(`<path(?=[^>]* class="[^"]*${name})[^>]* d="([^"]*)"`).exec(html)?.[1] ?? '';
}

const pathsIn = (html: string): Paths => ({
  equity: drawn(html, 'equity'),
  payout: drawn(html, 'payout'),
  floor: drawn(html, '_floor'),
});

describe('the life of an account', () => {
  const labels = { title: '', description: '', highWaterMark: 'High', floor: 'Floor' };
  const chart = { points, days, payouts, locale: 'en', labels };
  const certificate = layoutDrawing(points, payouts, { width: 900, height: 500, footer: 40 });
  const ogLabels = { mark: 0, payout: 0, floor: 0, floorLines: 1, pill: 0 };
  const ogFrame = { width: 1_200, height: 630, valueTicks: 5, dayLabelWidth: 0 };
  const { life } = layoutEquityChart(points, days, ogFrame, ogLabels, payouts);
  const pathsOf = ({ equityPath, payoutPath, floorPath }: typeof life) => ({
    ...{ equity: equityPath, payout: payoutPath, floor: floorPath },
  });

  it.each<[string, Paths]>([
    ['account, payouts, office and rules', pathsIn(renderToStaticMarkup(createElement(EquityChart, chart)))],
    [
      'programs and the result of a purchase',
      pathsIn(renderToStaticMarkup(createElement(Sparkline, { phases: [{ points, days, payouts }] }))),
    ],
    ['certificate and mail', pathsOf(certificate as NonNullable<typeof certificate>)],
    ['shared link', pathsOf(life)],
  ])('is drawn alike for the same events: %s', (_, paths) => {
    expect(inDaysAndDollars(paths)).toEqual(expected);
  });

  it.each([
    ['the first screen of the home page', 'components/home/hero.astro', 'layoutSparkline'],
    ['programs on the home page', 'components/home/programs.astro', 'Sparkline'],
    ['/evaluations', 'components/programs/price-matrix.astro', 'Sparkline'],
    ['a program', 'components/site/header-drawing.astro', 'Sparkline'],
    ['the result of a purchase', 'app/orders/order-result.tsx', 'Sparkline'],
    ['an account', 'app/accounts/chart-card.tsx', 'EquityChart'],
    ['the office', 'app/office/account-equity.tsx', 'EquityChart'],
    ['a certificate as a picture', 'server/certificates/render-picture.ts', 'drawEquity'],
    ['a certificate as a file', 'server/certificates/render-file.ts', 'drawEquity'],
    ['the picture of a shared link', 'build/render-og-image.ts', 'layoutEquityChart'],
  ])('%s has no drawing of its own', (_, file, name) => {
    expect(readFileSync(`src/${file}`, 'utf8')).toMatch(new RegExp(`import .*\\b${name}\\b`));
  });
});
