import type * as z from 'zod/mini';
import type { Locale } from '#i18n/locales.ts';
import { formatBillingDate } from '#lib/billing-date.ts';
import { countryName } from '#lib/country-name.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { joinParts, pdfColors, pdfMargin, printable, startPdf, writeRow } from '#server/core/pdf.ts';
import { getTranslate, type ServerTranslate } from '#server/core/translations.ts';
import type { fetchDocument } from '#shared/billing/contract.ts';
import { isReverseCharge } from '#shared/orders/tax.ts';

type BillingDocument = z.output<typeof fetchDocument.data>;

/** An invoice or credit note as a one-page PDF; identical documents have identical bytes. */
export async function renderDocument(document: BillingDocument, brand: string, locale: Locale): Promise<Buffer> {
  const t = getTranslate('payment', locale);
  const issued = new Date(document.issuedAt);
  const title = t(`document_${document.kind}`, { number: document.number });
  const { name, email, country: code, postalCode, company, vatNumber } = document.buyer;
  const { pdf, finish } = await startPdf({
    brand,
    title,
    at: issued,
    typed: [company ?? '', name, email, postalCode ?? ''],
  });
  const country = countryName(code, locale);

  if (document.credits !== null) pdf.text(printable(t('document_credits', { number: document.credits })));
  pdf.moveDown(1);
  writeRow(pdf, t('document_issued'), formatBillingDate(issued, locale));
  writeRow(pdf, t('document_order'), document.orderNumber);
  const { firm, nextCharge } = document;
  writeRow(pdf, t('document_seller'), [firm.name, ...firm.address, firm.phone, firm.email].join(', '));
  writeRow(pdf, t('document_registration'), firm.registration);
  writeRow(pdf, t('document_tax_number'), firm.taxNumber);
  const place = [postalCode ?? '', country ?? code].join(' ').trim();
  const buyer = [company ?? '', name, email, place].filter((part) => part !== '');
  writeRow(pdf, t('document_buyer'), joinParts(buyer));
  if (vatNumber !== null) writeRow(pdf, t('document_vat_number'), vatNumber);
  pdf.moveDown(1);
  for (const { item, amountCents } of document.lines) {
    writeRow(pdf, labelOf(item, document, t), formatMoney(amountCents, locale));
  }
  writeRow(pdf, t('document_total'), formatMoney(document.totalCents, locale), true);
  const rate = (document.taxBps / 100).toLocaleString(formatLocale(locale));
  writeRow(pdf, t(`document_tax_${document.taxName}`, { rate }), formatMoney(document.taxCents, locale));
  if (isReverseCharge({ name: document.taxName, rateBps: document.taxBps })) {
    pdf
      .fillColor(pdfColors.text)
      .text(printable(t('document_reverse_charge')), pdfMargin)
      .moveDown(0.5);
  }
  if (document.kind === 'invoice') {
    const next = nextCharge && {
      amount: formatMoney(nextCharge.amountCents, locale),
      date: formatBillingDate(nextCharge.at, locale),
    };
    writeRow(pdf, t('document_next'), next ? t('document_next_charge', next) : t('document_next_none'));
  }
  pdf
    .moveDown(1)
    .fillColor(pdfColors.muted)
    .text(printable(t(document.kind === 'credit' ? 'document_note_credit' : 'document_note')), pdfMargin);
  if (firm.isSample) pdf.text(printable(t('document_sample')), pdfMargin);
  return finish();
}

function labelOf(item: string, document: BillingDocument, t: ServerTranslate<'payment'>): string {
  if (item === 'market-data') return t('lineMarketData');
  if (item === 'funded-reset') return t('lineFundedReset');
  return item === 'coupon' ? t('document_coupon') : document.name;
}
