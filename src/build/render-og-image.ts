import { readFileSync } from 'node:fs';
import satori from 'satori';
import sharp from 'sharp';
import { ogImageHeight, ogImageWidth } from '#content/og-image.ts';
import { getExamplePackage } from '#content/programs.ts';
import { runSample, tradingMs } from '#content/sample.ts';
import { layoutEquityChart } from '#lib/chart/equity-chart-layout.ts';
import { hourMs } from '#lib/durations.ts';
import { sessionCloseAt } from '#shared/exchange/trading-day.ts';

const margin = 72;
const drawingTop = 336;
const colors = {
  background: '#fbfaf6',
  text: '#0e2028',
  equity: '#008593',
  floor: '#c33f22',
  risk: '#ffe6df',
  mark: '#005b6b',
  border: '#dddbd5',
};
const font = readFileSync(new URL('../assets/fonts/instrument-sans-600.ttf', import.meta.url));

/** Renders the sample account under the Classic rules, in full width and without labels. */
function renderEquityChart(): string {
  const { points, days } = runSample(getExamplePackage('classic').rules);
  const spans = days.map(sessionCloseAt).map((endsAt) => ({
    startsAt: endsAt - tradingMs - hourMs,
    endsAt,
    label: '',
  }));
  const frame = { width: ogImageWidth, height: ogImageHeight - drawingTop, valueTicks: 4, dayLabelWidth: 120 };
  const { life } = layoutEquityChart(points, spans, frame, { mark: 0, payout: 0, floor: 0, floorLines: 1, pill: 0 });
  return `<g transform="translate(0 ${drawingTop})" fill="none" stroke-linejoin="round">
    <path d="${life.belowFloorPath}" fill="${colors.risk}"/>
    <path d="${life.markPath}" stroke="${colors.mark}" stroke-width="3" stroke-dasharray="1 10" stroke-linecap="round"/>
    <path d="${life.floorPath}" stroke="${colors.floor}" stroke-width="5" stroke-linejoin="miter"/>
    <path d="${life.equityPath}" stroke="${colors.equity}" stroke-width="6" stroke-linecap="round"/>
  </g>`;
}

/** The logo of public/favicon.svg, scaled 1.75 times. */
const logo = `<g transform="translate(${margin} 56) scale(1.75)" fill="none" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">
  <rect x="0.5" y="0.5" width="31" height="31" rx="7" fill="#fff" stroke="${colors.border}" stroke-width="1"/>
  <path d="M6 15.5L11 11L15 14.5L21 7.5L26 11" stroke="${colors.equity}"/>
  <path d="M6 25H13V21.5H20V18H26" stroke="${colors.floor}"/>
</g>`;

let backdrop: Promise<Buffer> | undefined;

/** The shared background. It is rendered once, and each image adds only its title. */
function getBackdrop(): Promise<Buffer> {
  backdrop ??= sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${ogImageWidth}" height="${ogImageHeight}">
      <rect width="${ogImageWidth}" height="${ogImageHeight}" fill="${colors.background}"/>${renderEquityChart()}${logo}</svg>`),
  )
    .removeAlpha()
    .raw()
    .toBuffer();
  return backdrop;
}

/** The font size of a title, smaller for long ones, so that it fits three lines. */
function fontSizeOf(title: string): number {
  if (title.length <= 34) return 80;
  return title.length <= 64 ? 64 : 52;
}

function textBlock(text: string, style: object): object {
  return {
    type: 'div',
    props: { style: { position: 'absolute', left: 0, color: colors.text, ...style }, children: text },
  };
}

/** Renders a page title over the chart as a PNG of `ogImageWidth` × `ogImageHeight`. */
export async function renderOgImage(title: string, brand: string): Promise<Buffer> {
  const fontSize = fontSizeOf(title);
  const width = ogImageWidth - 2 * margin;
  const children = [
    textBlock(brand, { top: 0, left: 72, fontSize: 34, letterSpacing: '-0.02em' }),
    textBlock(title, {
      top: 88,
      width,
      display: 'block',
      fontSize,
      lineHeight: 1.08,
      letterSpacing: '-0.035em',
      lineClamp: 3,
      textWrap: 'balance',
    }),
  ];
  const tree = {
    type: 'div',
    props: { style: { display: 'flex', position: 'relative', width, height: 300 }, children },
  };
  const text = await satori(tree as Parameters<typeof satori>[0], {
    width,
    height: 300,
    fonts: [{ name: 'Instrument Sans', data: font, weight: 600, style: 'normal' }],
  });
  return sharp(await getBackdrop(), { raw: { width: ogImageWidth, height: ogImageHeight, channels: 3 } })
    .composite([{ input: Buffer.from(text), left: margin, top: 62 }])
    .png({ compressionLevel: 7 })
    .toBuffer();
}
