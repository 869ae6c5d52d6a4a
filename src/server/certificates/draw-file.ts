import type { Locale } from '#i18n/locales.ts';
import { withLabel } from '#lib/with-label.ts';
import { openPdf, type Pdf, scriptsOf } from '#server/core/pdf/open.ts';
import { drawMark } from '#server/core/pdf/page.ts';
import { documentColors as colors } from '#server/core/pictures/document-style.ts';
import { renderQrCode } from '#server/core/pictures/qr-code.ts';
import { unitsPerEm } from '#server/core/typesetting/fonts.ts';
import { isSansText, sansAscent } from '#server/core/typesetting/sans.ts';
import { typeset } from '#server/core/typesetting/typeset.ts';
import { credentialType } from '#shared/certificates/credential.ts';
import type { DocumentContent } from './document-content.ts';
import type { EquityDrawing } from './equity-drawing.ts';

/** A4 landscape in points. */
const [width, height] = [841.89, 595.28];
const margin = 54;
const codeSize = 168;
const chartTop = 350;
const maxNameSize = 52;
/** Fits the statement about hypothetical results in its longest translation. */
const hypotheticalHeight = 48;
const textWidth = width - 2 * margin - codeSize - 36;

export type CertificateDrawing = {
  readonly content: DocumentContent;
  readonly chart: EquityDrawing | null;
  readonly credential: string;
  readonly issuedAt: Date;
  readonly locale: Locale;
};

/** Where the chart is drawn, and what stays free below it. */
export const chartSizeOf = ({ hypothetical }: DocumentContent) => ({
  ...{ width, height: height - chartTop },
  footer: 76 + (hypothetical ? hypotheticalHeight : 0),
});

/** The page with the signed credential attached. */
export async function drawCertificateFile(drawing: CertificateDrawing): Promise<Buffer> {
  const { content, chart, credential, issuedAt, locale } = drawing;
  const { pdf, finish } = await openPdf({
    size: [width, height],
    margin: 0,
    lang: locale,
    info: { Title: withLabel(content.title, content.name, locale), Author: content.brand, CreationDate: issuedAt },
  });
  const attachment = {
    name: 'certificate.jwt',
    type: `application/${credentialType}`,
    description: content.title,
    creationDate: issuedAt,
    modifiedDate: issuedAt,
    relationship: 'Data',
  };
  pdf.file(Buffer.from(credential), attachment);
  pdf.rect(0, 0, width, height).fill(colors.background);
  if (chart) drawChart(pdf, chart);
  drawHeader(pdf, content);
  drawText(pdf, content);
  return finish();
}

function drawChart(pdf: Pdf, { measure, ...life }: EquityDrawing): void {
  pdf.save().translate(0, chartTop).lineJoin('round').lineCap('round');
  if (life.belowFloorPath !== '') pdf.path(life.belowFloorPath).fill(colors.risk);
  pdf.path(life.markPath).lineWidth(1.4).dash(0.1, { space: 5.5 }).stroke(colors.mark).undash();
  if (life.floorPath !== '') pdf.path(life.floorPath).lineWidth(2.4).stroke(colors.floor);
  pdf.path(life.equityPath).lineWidth(3).stroke(colors.equity);
  if (life.payoutPath !== '') pdf.path(life.payoutPath).stroke(colors.text);
  if (measure) {
    const { x, fromY, toY } = measure;
    pdf
      .moveTo(x, fromY + 7)
      .lineTo(x, toY - 5)
      .lineWidth(1.2)
      .stroke(colors.mark);
    pdf.circle(x, fromY, 5).lineWidth(3).fillAndStroke(colors.background, colors.equity);
  }
  pdf.restore();
}

function drawHeader(pdf: Pdf, { brand, scan, codeUrl }: DocumentContent): void {
  drawMark(pdf, margin, 46, 30.4);
  write(pdf, brand, margin + 40, 50, { font: 'bold', size: 20 });
  const x = width - margin - codeSize;
  pdf.roundedRect(x, 46, codeSize, codeSize, 6).lineWidth(1).fillAndStroke('#ffffff', colors.border);
  pdf.save().translate(x, 46).path(renderQrCode(codeUrl, codeSize)).fill(colors.text).restore();
  pdf.link(x, 46, codeSize, codeSize, codeUrl);
  write(pdf, scan, x, 46 + codeSize + 8, { size: 10.5, color: colors.muted, width: codeSize, align: 'center' });
}

function drawText(pdf: Pdf, content: DocumentContent): void {
  const { title, statement, figures, howToVerify, number, disclosure, hypothetical } = content;
  write(pdf, title, margin, 120, { size: 18, color: colors.accent });
  const size = writeName(pdf, content.name);
  write(pdf, statement, margin, 152 + size * 1.2, { size: 13, width: textWidth, color: colors.muted });
  let x = margin;
  for (const { label, value } of figures) {
    write(pdf, label, x, 268, { size: 11, color: colors.muted });
    write(pdf, value, x, 283, { font: 'bold', size: 20, spacing: -0.025 });
    pdf.font('bold').fontSize(20);
    x += Math.max(pdf.widthOfString(value), 72) + 30;
  }
  const bottom = height - (hypothetical ? hypotheticalHeight : 0);
  const lineWidth = width - 2 * margin;
  write(pdf, howToVerify, margin, bottom - 56, { size: 9, color: colors.muted, width: lineWidth });
  write(pdf, disclosure, margin, bottom - 38, { size: 9, color: colors.muted });
  write(pdf, number, margin, bottom - 38, { size: 9, color: colors.muted, width: lineWidth, align: 'right' });
  if (hypothetical) write(pdf, hypothetical, margin, bottom - 22, { size: 7, color: colors.muted, width: lineWidth });
}

/** Writes the name on one line. @returns its font size */
function writeName(pdf: Pdf, name: string): number {
  const sizeFor = (widthAtMaximum: number) =>
    Math.min(maxNameSize, Math.floor((maxNameSize * textWidth) / Math.max(widthAtMaximum, 1)));
  if (isSansText(name)) {
    const size = sizeFor(pdf.font('bold').fontSize(maxNameSize).widthOfString(name));
    write(pdf, name, margin, 144, { font: 'bold', size, spacing: -0.035 });
    return size;
  }
  const { fonts, glyphs } = scriptsOf(pdf);
  const line = typeset(fonts, name, 600);
  const size = sizeFor((line.width * maxNameSize) / unitsPerEm);
  pdf.fillColor(colors.text);
  glyphs.write(line, margin, 144 + size * sansAscent, size);
  return size;
}

type TextStyle = {
  readonly font?: string;
  readonly size: number;
  readonly color?: string;
  readonly width?: number;
  readonly align?: 'center' | 'right';
  /** In em. */
  readonly spacing?: number;
};

function write(pdf: Pdf, text: string, x: number, y: number, style: TextStyle): void {
  const { font = 'regular', size, color = colors.text, width: lineWidth, align, spacing = -0.01 } = style;
  pdf
    .font(font)
    .fontSize(size)
    .fillColor(color)
    .text(text, x, y, {
      characterSpacing: spacing * size,
      lineBreak: lineWidth !== undefined,
      ...(lineWidth === undefined ? {} : { width: lineWidth }),
      ...(align === undefined ? {} : { align }),
    });
}
