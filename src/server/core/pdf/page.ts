import type { Locale } from '#i18n/locales.ts';
import { documentColors as colors } from '../pictures/document-style.ts';
import { type OpenPdf, openPdf, type Pdf } from './open.ts';
import { layOut } from './text.ts';

const margin = 56;
/** Room for the footer. */
const bottomMargin = 76;
const markSize = 24;

type Header = {
  readonly brand: string;
  readonly title: string;
  /** What the title leaves open, such as the account. */
  readonly subtitle?: readonly string[];
  readonly at: Date;
  readonly locale: Locale;
};

/** Where the content of each page begins and how wide it is, in points. */
export const contentOf = (pdf: Pdf) => ({ left: margin, width: pdf.page.width - 2 * margin });

/** An A4 page with mark, brand and title; each page ends with the brand, the title and its number. */
export async function startPdf({ brand, title, subtitle = [], at, locale }: Header): Promise<OpenPdf> {
  const opened = await openPdf({
    lang: locale,
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: bottomMargin },
    bufferPages: true,
    info: { Title: title, Author: brand, CreationDate: at },
  });
  const { pdf } = opened;
  drawMark(pdf, margin, margin - 8, markSize);
  layOut(pdf, brand, 200, { size: 14, weight: 'bold' }).draw(margin + markSize + 9, margin - 5);
  pdf.y = margin + 56;
  writeBlock(pdf, title, { size: 24, weight: 'bold' });
  for (const line of subtitle) writeBlock(pdf, line, { color: colors.muted });
  pdf.y += 14;
  return {
    pdf,
    async finish() {
      writeFooters(pdf, `${brand} · ${title}`);
      return opened.finish();
    },
  };
}

function writeBlock(pdf: Pdf, text: string, style: Parameters<typeof layOut>[3]): void {
  const { left, width } = contentOf(pdf);
  const block = layOut(pdf, text, width, style);
  const top = pdf.y;
  block.draw(left, top);
  pdf.y = top + block.height + 4;
}

/** Draws the mark of public/favicon.svg. */
export function drawMark(pdf: Pdf, x: number, y: number, size: number): void {
  pdf.save().translate(x, y);
  pdf
    .scale(size / 32)
    .lineJoin('round')
    .lineCap('round');
  pdf.roundedRect(0.5, 0.5, 31, 31, 7).lineWidth(1).fillAndStroke('#ffffff', colors.border);
  pdf.path('M6 15.5L11 11L15 14.5L21 7.5L26 11').lineWidth(2.4).stroke(colors.equity);
  pdf.path('M6 25H13V21.5H20V18H26').lineWidth(2.4).stroke(colors.floor).restore();
}

function writeFooters(pdf: Pdf, text: string): void {
  const { start, count } = pdf.bufferedPageRange();
  const { left, width } = contentOf(pdf);
  const style = { size: 8, color: colors.muted } as const;
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    // Text below the margin would start a page.
    pdf.page.margins.bottom = 0;
    const y = pdf.page.height - 44;
    drawLine(pdf, y - 8);
    layOut(pdf, text, width - 60, style).draw(left, y);
    layOut(pdf, `${index + 1} / ${count}`, 50, { ...style, align: 'right' }).draw(left + width - 50, y);
  }
}

export function drawLine(pdf: Pdf, y: number): void {
  const { left, width } = contentOf(pdf);
  pdf
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.5)
    .stroke(colors.border);
}

/** Starts a new page if the content doesn't fit, so that no block is split. @returns whether it did */
export function startNewPageBefore(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= pdf.page.height - pdf.page.margins.bottom) return false;
  pdf.addPage();
  return true;
}
