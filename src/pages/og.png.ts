import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { getDrawing } from '../components/drawing/chart-props.ts';
import { layoutTide } from '../lib/chart/tide-layout.ts';

const width = 1200;
const height = 630;
const inks = { paper: '#fbfaf6', equity: '#008593', floor: '#c33f22', wash: '#ffe6df', mark: '#005b6b' };

/** The firm's drawing as the picture that shared links show: without words, so that it serves every language. */
function drawPicture(): string {
  const { points, days } = getDrawing('classic', 'en');
  const frame = { width, height: height - 60, valueTicks: 6, dayLabelWidth: 120 };
  const tide = layoutTide(points, days, frame, { mark: 0, floor: 0, floorLines: 1, pill: 0 });
  const mark = tide.mark?.y ?? 0;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke-linejoin="round">
    <rect width="${width}" height="${height}" fill="${inks.paper}"/>
    <path d="${tide.washPath}" fill="${inks.wash}"/>
    <rect y="${frame.height - 30}" width="${width}" height="90" fill="${inks.wash}"/>
    <path d="M0 ${mark}H${width}" stroke="${inks.mark}" stroke-width="3" stroke-dasharray="2 10" stroke-linecap="round"/>
    <path d="${tide.floorPath}" stroke="${inks.floor}" stroke-width="6" stroke-linejoin="miter"/>
    <path d="${tide.equityPath}" stroke="${inks.equity}" stroke-width="7" stroke-linecap="round"/>
  </svg>`;
}

export const GET: APIRoute = async () => {
  const picture = await sharp(Buffer.from(drawPicture())).png({ palette: true }).toBuffer();
  return new Response(new Uint8Array(picture));
};
