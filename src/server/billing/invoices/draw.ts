import type * as z from 'zod/mini';
import type { Locale } from '#i18n/locales.ts';
import { formatBillingDate } from '#lib/billing-date.ts';
import { countryName } from '#lib/country-name.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { addressLines } from '#lib/postal-address.ts';
import { writeColumns, writeDetail, writeFacts, writeParagraph, writeRow } from '#server/core/pdf/blocks.ts';
import { nameOnPaper } from '#server/core/pdf/name-on-paper.ts';
import { startPdf } from '#server/core/pdf/page.ts';
import { getTranslate, type ServerTranslate } from '#server/core/translations.ts';
import type { fetchDocument } from '#shared/billing/contract.ts';
import { isReverseCharge } from '#shared/orders/tax.ts';

type BillingDocument = z.output<typeof fetchDocument.data>;

/** An invoice or credit note as a one-page PDF; identical documents have identical bytes. */
export async function drawInvoice(document: BillingDocument, brand: string, locale: Locale): Promise<Buffer> {
  const t = getTranslate('payment', locale);
  const issued = new Date(document.issuedAt);
  const title = t(`document_${document.kind}`, { number: document.number });
  const { name, latinName = null, email, country: code, postalCode, company, vatNumber } = document.buyer;
  const { pdf, finish } = await startPdf({
    ...{ brand, title, at: issued, locale },
    subtitle: document.credits === null ? [] : [t('document_credits', { number: document.credits })],
  });
  const { firm, nextCharge } = document;
  const money = (cents: number) => formatMoney(cents, locale);
  const next = nextCharge && {
    amount: money(nextCharge.amountCents),
    date: formatBillingDate(nextCharge.at, locale),
  };
  writeFacts(pdf, [
    { label: t('document_total'), value: money(document.totalCents) },
    { label: t('document_issued'), value: formatBillingDate(issued, locale) },
    { label: t('document_order'), value: document.orderNumber },
  ]);
  const place = [postalCode ?? '', countryName(code, locale)].join(' ').trim();
  const isPresent = (line: string) => line !== '';
  writeColumns(pdf, [
    {
      label: t('document_seller'),
      lines: [firm.name, ...addressLines(firm, locale), firm.phone, firm.email].filter(isPresent),
    },
    {
      label: t('document_buyer'),
      lines: [company ?? '', nameOnPaper(pdf, name, latinName), email, place].filter(isPresent),
    },
  ]);
  writeDetail(pdf, t('document_registration'), firm.registration);
  writeDetail(pdf, t('document_tax_number'), firm.taxNumber);
  if (vatNumber !== null) writeDetail(pdf, t('document_vat_number'), vatNumber);
  pdf.y += 18;
  for (const { item, amountCents } of document.lines) writeRow(pdf, labelOf(item, document, t), money(amountCents));
  writeRow(pdf, t('document_total'), money(document.totalCents), true);
  const rate = (document.taxBps / 100).toLocaleString(formatLocale(locale));
  writeRow(pdf, t(`document_tax_${document.taxName}`, { rate }), money(document.taxCents));
  if (isReverseCharge({ name: document.taxName, rateBps: document.taxBps }))
    writeParagraph(pdf, t('document_reverse_charge'), {});
  if (document.kind === 'invoice')
    writeRow(pdf, t('document_next'), next ? t('document_next_charge', next) : t('document_next_none'));
  pdf.y += 12;
  writeParagraph(pdf, t(document.kind === 'credit' ? 'document_note_credit' : 'document_note'));
  if (firm.isSample) writeParagraph(pdf, t('document_sample'));
  return finish();
}

function labelOf(item: string, document: BillingDocument, t: ServerTranslate<'payment'>): string {
  if (item === 'market-data') return t('lineMarketData');
  if (item === 'funded-reset') return t('lineFundedReset');
  return item === 'coupon' ? t('document_coupon') : document.name;
}
