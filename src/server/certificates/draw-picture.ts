import { drawingLibraries } from '#server/core/libraries.ts';
import { documentColors as colors, logoPaths } from '#server/core/pictures/document-style.ts';
import { box, sansFonts, toPng } from '#server/core/pictures/image-layout.ts';
import { renderQrCode } from '#server/core/pictures/qr-code.ts';
import { openFonts, unitsPerEm } from '#server/core/typesetting/fonts.ts';
import { isSansText } from '#server/core/typesetting/sans.ts';
import { toSvgPath, typeset } from '#server/core/typesetting/typeset.ts';
import type { DocumentContent } from './document-content.ts';
import type { EquityDrawing } from './equity-drawing.ts';

/** 16:9, as social networks show pictures. */
const [width, height] = [1600, 900];
const margin = 96;
const codeSize = 316;
const chartTop = 540;
const textWidth = width - 2 * margin - codeSize - 72;

const maxNameSize = 104;
/** Of a name in other fonts. */
const nameBaseline = 358;

/** Where the chart is drawn, and what stays free below it. */
export const chartSize = { width, height: height - chartTop, footer: 92 };

export async function drawCertificatePicture(content: DocumentContent, chart: EquityDrawing | null): Promise<Buffer> {
  const satori = await drawingLibraries.satori();
  const text = await satori(layOutText(content) as Parameters<typeof satori>[0], {
    width,
    height,
    fonts: [...sansFonts],
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${colors.background}"/>
    ${chart ? writeChart(chart) : ''}
    <g transform="translate(${margin} 80) scale(1.875)" fill="none" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${logoPaths}</g>
    <g transform="translate(${width - margin - codeSize} 80)">
      <rect width="${codeSize}" height="${codeSize}" rx="10" fill="#fff" stroke="${colors.border}" stroke-width="2"/>
      <path d="${renderQrCode(content.codeUrl, codeSize)}" fill="${colors.text}"/>
    </g>
    ${text}
    ${await drawName(content.name)}
  </svg>`;
  return toPng(svg);
}

function writeChart({ equityPath, payoutPath, floorPath, belowFloorPath, markPath, measure }: EquityDrawing): string {
  return `<g transform="translate(0 ${chartTop})" fill="none" stroke-linejoin="round" stroke-linecap="round">
    <path d="${belowFloorPath}" fill="${colors.risk}"/>
    <path d="${markPath}" stroke="${colors.mark}" stroke-width="3" stroke-dasharray="0.1 11"/>
    <path d="${floorPath}" stroke="${colors.floor}" stroke-width="5" stroke-linejoin="miter"/>
    <path d="${equityPath}" stroke="${colors.equity}" stroke-width="6"/>
    <path d="${payoutPath}" stroke="${colors.text}" stroke-width="6"/>
    ${
      measure
        ? `<path d="M${measure.x} ${measure.fromY + 14}V${measure.toY - 10}" stroke="${colors.mark}" stroke-width="2.5"/>
           <circle cx="${measure.x}" cy="${measure.fromY}" r="10" fill="${colors.background}" stroke="${colors.equity}" stroke-width="6"/>`
        : ''
    }
  </g>`;
}

/** The name as a path if Instrument Sans lacks its letters. */
async function drawName(name: string): Promise<string> {
  if (isSansText(name)) return '';
  const fonts = await openFonts();
  const line = typeset(fonts, name, 600);
  const size = Math.min(maxNameSize, (textWidth * unitsPerEm) / Math.max(line.width, 1));
  const path = toSvgPath(line, size);
  return `<path transform="translate(${margin} ${nameBaseline})" d="${path}" fill="${colors.text}"/>`;
}

/** Long names get smaller type, so that they stay on one line. */
function nameSize(name: string): number {
  return Math.min(maxNameSize, Math.floor(textWidth / (0.54 * Math.max(name.length, 1))));
}

function layOutText({ brand, title, name, figures, scan, number, disclosure }: DocumentContent): object {
  const muted = { color: colors.muted };
  return box(
    { position: 'relative', width, height, color: colors.text, fontFamily: 'Instrument Sans', fontWeight: 400 },
    [
      box(
        { position: 'absolute', left: margin + 76, top: 86, fontSize: 38, fontWeight: 600, letterSpacing: '-0.03em' },
        brand,
      ),
      box({ position: 'absolute', left: margin, top: 210, width: textWidth, flexDirection: 'column' }, [
        box({ fontSize: 36, color: colors.accent, letterSpacing: '-0.015em' }, title),
        box(
          {
            marginTop: 6,
            fontSize: nameSize(name),
            fontWeight: 600,
            lineHeight: 1.12,
            letterSpacing: '-0.04em',
            whiteSpace: 'nowrap',
          },
          isSansText(name) ? name : '',
        ),
      ]),
      box(
        { position: 'absolute', left: margin, top: 408, width: textWidth, gap: 56 },
        figures.map(({ label, value }) =>
          box({ flexDirection: 'column', gap: 4 }, [
            box({ fontSize: 24, ...muted }, label),
            box({ fontSize: 44, fontWeight: 600, letterSpacing: '-0.03em', whiteSpace: 'nowrap' }, value),
          ]),
        ),
      ),
      box(
        {
          position: 'absolute',
          left: width - margin - codeSize,
          top: 80 + codeSize + 14,
          width: codeSize,
          justifyContent: 'center',
          fontSize: 24,
          ...muted,
        },
        scan,
      ),
      box(
        {
          position: 'absolute',
          left: margin,
          right: margin,
          bottom: 34,
          justifyContent: 'space-between',
          fontSize: 21,
          ...muted,
        },
        [box({}, disclosure), box({}, number)],
      ),
    ],
  );
}
