import { linearScale } from '#lib/chart/scale.ts';
import type { Pdf } from '#server/core/pdf/open.ts';
import { contentOf, startNewPageBefore } from '#server/core/pdf/page.ts';
import { documentColors as colors } from '#server/core/pictures/document-style.ts';

const chartHeight = 80;

/** A bar for each day, as high as the smallest distance to the floor; the caller writes the figures as rows. */
export function drawDistances(pdf: Pdf, days: readonly { readonly lowestCents: number }[]): void {
  startNewPageBefore(pdf, chartHeight + 24);
  const top = pdf.y + 6;
  const bottom = top + chartHeight;
  const { left, width } = contentOf(pdf);
  const x = linearScale([0, days.length], [left, left + width]);
  const y = linearScale([0, Math.max(1, ...days.map(({ lowestCents }) => lowestCents))], [bottom, top]);
  const barWidth = Math.max(0.5, width / days.length - 1);
  for (const [index, { lowestCents }] of days.entries())
    pdf.rect(x(index), y(lowestCents), barWidth, bottom - y(lowestCents)).fill(colors.equity);
  pdf
    .moveTo(left, bottom)
    .lineTo(left + width, bottom)
    .lineWidth(1)
    .stroke(colors.floor);
  pdf.y = bottom + 12;
}
