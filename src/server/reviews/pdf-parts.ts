import { linearScale } from '#lib/chart/scale.ts';
import { type Pdf, pdfColors, pdfMargin, printable, startNewPageBefore, writeParagraph } from '#server/core/pdf.ts';

const chartHeight = 80;
const headingHeight = 60;

export function writeHeading(pdf: Pdf, text: string): void {
  startNewPageBefore(pdf, headingHeight);
  pdf.moveDown(1).font('Helvetica-Bold').fontSize(12).fillColor(pdfColors.text).text(printable(text), pdfMargin);
  pdf.moveDown(0.5);
}

export function writeText(pdf: Pdf, text: string): void {
  pdf.fillColor(pdfColors.muted);
  writeParagraph(pdf, text);
  pdf.moveDown(0.5);
}

export function writeHash(pdf: Pdf, hash: string): void {
  pdf.font('Courier').fontSize(9).fillColor(pdfColors.text).text(hash, pdfMargin);
  pdf.moveDown(0.5);
}

/** A bar for each day, as high as the smallest distance to the floor; the caller writes the figures as rows. */
export function drawDistances(pdf: Pdf, days: readonly { readonly lowestCents: number }[]): void {
  startNewPageBefore(pdf, chartHeight + 24);
  const top = pdf.y + 6;
  const bottom = top + chartHeight;
  const right = pdf.page.width - pdfMargin;
  const x = linearScale([0, days.length], [pdfMargin, right]);
  const y = linearScale([0, Math.max(1, ...days.map(({ lowestCents }) => lowestCents))], [bottom, top]);
  const width = Math.max(0.5, (right - pdfMargin) / days.length - 1);
  for (const [index, { lowestCents }] of days.entries())
    pdf.rect(x(index), y(lowestCents), width, bottom - y(lowestCents)).fill(pdfColors.accent);
  pdf.moveTo(pdfMargin, bottom).lineTo(right, bottom).lineWidth(1).strokeColor(pdfColors.floor).stroke();
  pdf.y = bottom + 12;
}
