import { fileURLToPath } from 'node:url';
import { libraries } from '#server/core/libraries.ts';

export type Pdf = PDFKit.PDFDocument;

export const pdfMargin = 56;
export const pdfColors = {
  text: '#17232b',
  muted: '#56636b',
  accent: '#07546b',
  floor: '#b4431f',
  border: '#d9d7d0',
} as const;

/** For names in Central European Latin, Greek and Cyrillic, which the standard fonts lack. */
const extendedFont = 'Names';
const extendedFontPath = fileURLToPath(new URL('../../assets/fonts/noto-sans-names.ttf', import.meta.url));

type Header = { readonly brand: string; readonly title: string; readonly at: Date };

/** An A4 page with the firm's name and a title. Equal content gives equal bytes. */
export async function startPdf({
  brand,
  title,
  at,
}: Header): Promise<{ readonly pdf: Pdf; finish(): Promise<Buffer> }> {
  const PDFDocument = await libraries.pdfkit();
  const info = { Title: title, Author: brand, CreationDate: at };
  const pdf = new PDFDocument({ size: 'A4', margin: pdfMargin, info });
  pdf.registerFont(extendedFont, extendedFontPath);
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  pdf.font('Helvetica-Bold').fontSize(18).fillColor(pdfColors.accent).text(printable(brand));
  pdf.moveDown(1.5).fontSize(20).fillColor(pdfColors.text).text(printable(title));
  pdf.font('Helvetica').fontSize(10).fillColor(pdfColors.muted);
  return {
    pdf,
    async finish() {
      pdf.end();
      await done;
      return Buffer.concat(chunks);
    },
  };
}

/** Ascent of the standard fonts at row size, in points. */
const ascent = 7.2;

/** Writes a row with the label at the start and the value at the end. */
export function writeRow(pdf: Pdf, label: string, value: string, strong = false): void {
  const width = pdf.page.width - 2 * pdfMargin;
  const labelWidth = width * 0.45;
  const [left, right] = [printable(label), printable(value)];
  const font = strong ? 'Helvetica-Bold' : 'Helvetica';
  const valueFont = isStandard(right) ? font : extendedFont;
  pdf.fontSize(10).fillColor(pdfColors.text);
  const height = Math.max(
    pdf.font(font).heightOfString(left, { width: labelWidth }),
    pdf.font(valueFont).heightOfString(right, { width: width - labelWidth }),
  );
  startNewPageBefore(pdf, height + 12);
  const y = pdf.y;
  pdf
    .moveTo(pdfMargin, y)
    .lineTo(pdfMargin + width, y)
    .lineWidth(0.5)
    .strokeColor(pdfColors.border)
    .stroke();
  // Aligns both fonts on one baseline, although their heights differ.
  const baseline = 'alphabetic';
  pdf.font(font).text(left, pdfMargin, y + 6 + ascent, { width: labelWidth, baseline });
  pdf
    .font(valueFont)
    .text(right, pdfMargin + labelWidth, y + 6 + ascent, { width: width - labelWidth, align: 'right', baseline });
  pdf.font(font);
  pdf.y = y + height + 12;
}

/** Starts a new page if the content doesn't fit, so that no line is split. */
export function startNewPageBefore(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - pdfMargin) pdf.addPage();
}

/** A font that has every character of a user-entered text. */
export function fontFor(text: string): string {
  return isStandard(text) ? 'Helvetica' : extendedFont;
}

/** Replaces the minus sign and narrow space of amounts, which the standard fonts lack. */
export function printable(text: string): string {
  return text.replaceAll('\u2212', '-').replace(/[\u202f\u2009]/g, '\u00a0');
}

/** Whether the standard fonts have all characters (Windows-1252). */
function isStandard(text: string): boolean {
  return /^[ -~\u00a0-\u00ffŒœŠšŽžŸƒˆ˜–—‘’‚“”„†‡•…‰‹›€™\n]*$/.test(text);
}

const unsupportedCharacters = /[^ -\u024f\u02b0-\u052f\u1e00-\u206f\u20a0-\u20bf]/gu;

/** Removes the characters of a name that our fonts lack. */
export function writeName(name: string): string {
  return name.normalize('NFKC').replace(unsupportedCharacters, '').replace(/\s+/g, ' ').trim();
}
