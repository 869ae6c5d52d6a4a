import { libraries } from './libraries.ts';
import { type Fonts, openFonts, unitsPerEm } from './typesetting/fonts.ts';
import { PdfGlyphs } from './typesetting/pdf-glyphs.ts';
import { isolate, readFonts, type TypesetLine, typesetLines } from './typesetting/typeset.ts';

export type Pdf = PDFKit.PDFDocument;

export const pdfMargin = 56;
export const pdfColors = {
  text: '#17232b',
  muted: '#56636b',
  accent: '#07546b',
  floor: '#b4431f',
  border: '#d9d7d0',
} as const;

type OpenPdf = { readonly pdf: Pdf; finish(): Promise<Buffer> };
/** `typed`: what people typed, in any script. */
type Typed = { readonly typed: readonly string[] };
type Header = Typed & { readonly brand: string; readonly title: string; readonly at: Date };

/** An A4 page with the firm's name and a title. Equal content gives equal bytes. */
export async function startPdf({ brand, title, at, typed }: Header): Promise<OpenPdf> {
  const info = { Title: title, Author: brand, CreationDate: at };
  const { pdf, finish } = await openPdf({ typed, size: 'A4', margin: pdfMargin, info });
  pdf.font('Helvetica-Bold').fontSize(18).fillColor(pdfColors.accent).text(printable(brand));
  pdf.moveDown(1.5).fontSize(20).fillColor(pdfColors.text).text(printable(title));
  pdf.font('Helvetica').fontSize(10).fillColor(pdfColors.muted);
  return { pdf, finish };
}

type Scripts = { readonly fonts: Fonts; readonly glyphs: PdfGlyphs };

/** What writes text beyond Western Europe, for each open PDF. */
const scripts = new WeakMap<Pdf, Scripts>();

/** Opens a PDF that can show text in any script. */
export async function openPdf({ typed, ...options }: Typed & PDFKit.PDFDocumentOptions): Promise<OpenPdf> {
  const [PDFDocument, fonts] = await Promise.all([libraries.pdfkit(), openFonts()]);
  for (const text of typed.map(printable)) if (!isStandard(text)) await readFonts(fonts, text);
  const pdf = new PDFDocument({ pdfVersion: '1.7', ...options });
  const glyphs = new PdfGlyphs(pdf);
  scripts.set(pdf, { fonts, glyphs });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  return {
    pdf,
    async finish() {
      glyphs.end();
      pdf.end();
      await done;
      return Buffer.concat(chunks);
    },
  };
}

/** @throws {Error} for a PDF that `openPdf` didn't open */
export function scriptsOf(pdf: Pdf): Scripts {
  const found = scripts.get(pdf);
  if (!found) throw new Error('The PDF can show no text beyond Western Europe');
  return found;
}

const rowSize = 10;
/** Ascent of the standard fonts at row size, in points. */
const ascent = 7.2;
/** Of a typeset line, in font sizes: room for accents above capitals and for vowels below letters. */
const lineHeight = 1.45;

/** Writes a row with the label at the start and the value at the end. */
export function writeRow(pdf: Pdf, label: string, value: string, strong = false): void {
  const width = pdf.page.width - 2 * pdfMargin;
  const labelWidth = width * 0.45;
  const valueWidth = width - labelWidth;
  const [left, right] = [printable(label), printable(value)];
  pdf
    .font(strong ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(rowSize)
    .fillColor(pdfColors.text);
  const lines = isStandard(right) ? null : typesetIn(pdf, right, valueWidth, strong);
  const valueHeight = lines ? lines.length * rowSize * lineHeight : pdf.heightOfString(right, { width: valueWidth });
  const height = Math.max(pdf.heightOfString(left, { width: labelWidth }), valueHeight);
  startNewPageBefore(pdf, height + 12);
  const y = pdf.y;
  pdf
    .moveTo(pdfMargin, y)
    .lineTo(pdfMargin + width, y)
    .lineWidth(0.5)
    .strokeColor(pdfColors.border)
    .stroke();
  pdf.text(left, pdfMargin, y + 6, { width: labelWidth });
  const options = { width: valueWidth, align: 'right' } as const;
  if (!lines) pdf.text(right, pdfMargin + labelWidth, y + 6, options);
  for (const [index, line] of (lines ?? []).entries()) {
    const x = pdfMargin + width - (line.width * rowSize) / unitsPerEm;
    scriptsOf(pdf).glyphs.write(line, x, y + 6 + ascent + index * rowSize * lineHeight, rowSize);
  }
  pdf.y = y + height + 12;
}

/** Writes a text over the whole width, in the current color. A text over several pages is split between lines. */
export function writeParagraph(pdf: Pdf, text: string): void {
  const width = pdf.page.width - 2 * pdfMargin;
  const shown = printable(text);
  pdf.font('Helvetica').fontSize(rowSize);
  if (isStandard(shown)) {
    startNewPageBefore(pdf, pdf.heightOfString(shown, { width }) + 12);
    pdf.text(shown, pdfMargin, pdf.y, { width });
    return;
  }
  for (const line of typesetIn(pdf, shown, width, false)) {
    startNewPageBefore(pdf, rowSize * lineHeight);
    scriptsOf(pdf).glyphs.write(line, pdfMargin, pdf.y + ascent, rowSize);
    pdf.y += rowSize * lineHeight;
  }
}

function typesetIn(pdf: Pdf, text: string, width: number, strong: boolean): readonly TypesetLine[] {
  return typesetLines(scriptsOf(pdf).fonts, text, (width * unitsPerEm) / rowSize, strong ? 600 : 400);
}

/** Starts a new page if the content doesn't fit, so that no line is split. */
export function startNewPageBefore(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - pdfMargin) pdf.addPage();
}

/** A list such as a postal address, whose parts may run in different directions. */
export function joinParts(parts: readonly string[]): string {
  return parts.map((part) => (isStandard(printable(part)) ? part : isolate(part))).join(', ');
}

/** Composes letters and accents, and replaces the minus sign and narrow space of amounts, which standard fonts lack. */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('\u2212', '-')
    .replace(/[\u202f\u2009]/g, '\u00a0');
}

/** Whether the standard fonts have all characters (Windows-1252). */
function isStandard(text: string): boolean {
  return /^[ -~\u00a0-\u00ffŒœŠšŽžŸƒˆ˜–—‘’‚“”„†‡•…‰‹›€™\n]*$/.test(text);
}
