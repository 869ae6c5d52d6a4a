import PDFDocument from 'pdfkit';
import type * as z from 'zod/mini';
import type { fetchDocument } from '../../../contract/billing.ts';
import { formatMoney } from '../../../domain/money/format.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { formatLocale } from '../../../lib/format-locale.ts';
import { paymentWords } from '../../ports/payments/words.ts';

type Paper = z.output<typeof fetchDocument.data>;

const margin = 56;
const ink = '#17232b';
const soft = '#56636b';
const tide = '#07546b';
const line = '#d9d7d0';

/** An invoice or credit note as a PDF of one page; the same document gives the same bytes. */
export async function drawPaper(paper: Paper, brand: string, locale: Locale): Promise<Buffer> {
  const { t } = paymentWords(locale);
  const issued = new Date(paper.issuedAt);
  const title = t(`paper_${paper.kind}`, { number: paper.number });
  const pdf = new PDFDocument({ size: 'A4', margin, info: { Title: title, Author: brand, CreationDate: issued } });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  const day = new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(issued);
  const country = new Intl.DisplayNames(formatLocale(locale), { type: 'region' }).of(paper.buyer.country);

  pdf.font('Helvetica-Bold').fontSize(18).fillColor(tide).text(printable(brand));
  pdf.moveDown(1.5).fontSize(20).fillColor(ink).text(printable(title));
  pdf.font('Helvetica').fontSize(10).fillColor(soft);
  if (paper.credits !== null) pdf.text(printable(t('paper_credits', { number: paper.credits })));
  pdf.moveDown(1);
  writeRow(pdf, t('paper_issued'), day);
  writeRow(pdf, t('paper_order'), paper.orderId);
  writeRow(pdf, t('paper_seller'), `${paper.firm.name}, ${paper.firm.email}`);
  writeRow(pdf, t('paper_buyer'), `${paper.buyer.name}, ${paper.buyer.email}, ${country ?? paper.buyer.country}`);
  pdf.moveDown(1);
  for (const { item, amountCents } of paper.lines) {
    writeRow(pdf, labelOf(item, paper, t), formatMoney(amountCents, locale));
  }
  writeRow(pdf, t('paper_total'), formatMoney(paper.totalCents, locale), true);
  const rate = (paper.taxBps / 100).toLocaleString(formatLocale(locale));
  writeRow(pdf, t('paper_tax', { rate }), formatMoney(paper.taxCents, locale));
  pdf
    .moveDown(1)
    .fillColor(soft)
    .text(printable(t('paper_note')), margin);
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

function labelOf(item: string, paper: Paper, t: ReturnType<typeof paymentWords>['t']): string {
  if (item === 'market-data') return t('lineMarketData');
  if (item === 'funded-reset') return t('lineFundedReset');
  return item === 'coupon' ? t('paper_coupon') : paper.name;
}

function writeRow(pdf: PDFKit.PDFDocument, label: string, value: string, strong = false): void {
  const width = pdf.page.width - 2 * margin;
  const y = pdf.y;
  pdf
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke();
  pdf
    .font(strong ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(10)
    .fillColor(ink);
  const labelWidth = width * 0.45;
  const textHeight = Math.max(
    pdf.heightOfString(printable(label), { width: labelWidth }),
    pdf.heightOfString(printable(value), { width: width - labelWidth }),
  );
  pdf.text(printable(label), margin, y + 6, { width: labelWidth });
  pdf.text(printable(value), margin + labelWidth, y + 6, { width: width - labelWidth, align: 'right' });
  pdf.y = y + textHeight + 12;
}

/** The standard fonts lack the minus sign and the narrow space that money is written with. */
function printable(text: string): string {
  return text.replaceAll('\u2212', '-').replace(/[\u202f\u2009]/g, '\u00a0');
}
