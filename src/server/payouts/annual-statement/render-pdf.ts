import type { Locale } from '#i18n/locales.ts';
import { formatBillingDate } from '#lib/billing-date.ts';
import { formatMoney } from '#lib/money/format.ts';
import { pdfColors, pdfMargin, printable, startNewPageBefore, startPdf, writeRow } from '#server/core/pdf.ts';
import { getTranslate, type ServerTranslate } from '#server/core/translations.ts';
import {
  type AnnualStatement,
  groupOf,
  type StatementGroup,
  type StatementLine,
  statementGroups,
} from '#shared/payouts/annual-statement.ts';

type Header = { readonly brand: string; readonly person: string; readonly at: Date; readonly locale: Locale };

/** A year's statement as PDF. Identical statements drawn on the same day have identical bytes. */
export async function renderAnnualStatement(statement: AnnualStatement, header: Header): Promise<Buffer> {
  const { locale, brand, person, at } = header;
  const t = getTranslate('annual-statement', locale);
  const { pdf, finish } = await startPdf({
    brand,
    title: t('title', { year: String(statement.year) }),
    at,
    typed: [person],
  });
  pdf.moveDown(1);
  writeRow(pdf, t('person'), person);
  writeRow(pdf, t('period'), t('period_text', { year: String(statement.year) }));
  writeRow(pdf, t('made'), formatBillingDate(at, locale));
  for (const group of statementGroups) {
    const lines = statement.lines.filter(({ kind }) => groupOf(kind) === group);
    if (lines.length === 0 && group === 'affiliate-payouts') continue;
    startNewPageBefore(pdf, 80);
    pdf.moveDown(1.5).font('Helvetica-Bold').fontSize(13).fillColor(pdfColors.accent);
    pdf.text(printable(t(`group_${group}`)), pdfMargin).moveDown(0.5);
    if (lines.length === 0) writeRow(pdf, t('none'), '');
    for (const line of lines) writeRow(pdf, labelOf(line, locale, t), amountOf(line, group, locale, t));
    const { grossCents, feeCents, netCents, taxCents } = statement.totals[group];
    const money = (cents: number) => formatMoney(cents, locale);
    if (group === 'purchases') {
      writeRow(pdf, t('total_purchases'), money(grossCents), true);
      writeRow(pdf, t('total_tax'), money(taxCents));
      continue;
    }
    writeRow(pdf, t('total_gross'), money(grossCents));
    writeRow(pdf, t('total_fee'), money(-feeCents));
    writeRow(pdf, t('total_net'), money(netCents), true);
  }
  const notes = [t('note_simulated'), t('note_returned'), t('note_dates'), t('note_advice')];
  startNewPageBefore(pdf, 100);
  pdf.moveDown(1.5).font('Helvetica').fontSize(10).fillColor(pdfColors.muted);
  for (const note of notes) pdf.text(printable(note), pdfMargin).moveDown(0.5);
  return finish();
}

type Texts = ServerTranslate<'annual-statement'>;

function labelOf(
  { at, kind, number, description, isSample, account, reference }: StatementLine,
  locale: Locale,
  t: Texts,
): string {
  const parts = [
    formatBillingDate(at, locale, 'medium'),
    t(`kind_${kind}`),
    number,
    description,
    isSample ? t('sample') : null,
    account,
    reference,
  ];
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

function amountOf({ grossCents, feeCents, netCents }: StatementLine, group: StatementGroup, locale: Locale, t: Texts) {
  const money = (cents: number) => formatMoney(cents, locale);
  if (group === 'purchases' || feeCents === 0) return money(netCents);
  return t('net_of', { net: money(netCents), gross: money(grossCents), fee: money(feeCents) });
}
