import type * as z from 'zod/mini';
import type { fetchDocument } from '../../../contract/billing.ts';
import { formatMoney } from '../../../domain/money/format.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { countryName } from '../../../lib/country-name.ts';
import { formatLocale } from '../../../lib/format-locale.ts';
import { pdfColors, pdfMargin, printable, startPdf, writeName, writeRow } from '../../pdf.ts';
import { getTranslate, type ServerTranslate } from '../../translations.ts';

type Paper = z.output<typeof fetchDocument.data>;

/** An invoice or credit note as a one-page PDF; equal documents give equal bytes. */
export async function drawDocument(paper: Paper, brand: string, locale: Locale): Promise<Buffer> {
  const t = getTranslate('payment', locale);
  const issued = new Date(paper.issuedAt);
  const title = t(`document_${paper.kind}`, { number: paper.number });
  const { pdf, finish } = startPdf({ brand, title, at: issued });
  const day = new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(issued);
  const country = countryName(paper.buyer.country, locale);

  if (paper.credits !== null) pdf.text(printable(t('document_credits', { number: paper.credits })));
  pdf.moveDown(1);
  writeRow(pdf, t('document_issued'), day);
  writeRow(pdf, t('document_order'), paper.orderId);
  writeRow(pdf, t('document_seller'), `${paper.firm.name}, ${paper.firm.email}`);
  const { name, email, country: code } = paper.buyer;
  // A buyer whose name our fonts lack is identified by address; the document itself keeps the name.
  const buyer = [writeName(name), email, country ?? code].filter((part) => part !== '');
  writeRow(pdf, t('document_buyer'), buyer.join(', '));
  pdf.moveDown(1);
  for (const { item, amountCents } of paper.lines) {
    writeRow(pdf, labelOf(item, paper, t), formatMoney(amountCents, locale));
  }
  writeRow(pdf, t('document_total'), formatMoney(paper.totalCents, locale), true);
  const rate = (paper.taxBps / 100).toLocaleString(formatLocale(locale));
  writeRow(pdf, t('document_tax', { rate }), formatMoney(paper.taxCents, locale));
  pdf
    .moveDown(1)
    .fillColor(pdfColors.soft)
    .text(printable(t(paper.kind === 'credit' ? 'document_note_credit' : 'document_note')), pdfMargin);
  return finish();
}

function labelOf(item: string, paper: Paper, t: ServerTranslate<'payment'>): string {
  if (item === 'market-data') return t('lineMarketData');
  if (item === 'funded-reset') return t('lineFundedReset');
  return item === 'coupon' ? t('document_coupon') : paper.name;
}
