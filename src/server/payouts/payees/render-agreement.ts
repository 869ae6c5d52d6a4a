import { toLocale } from '#i18n/locales.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import type { Deps } from '#server/core/deps.ts';
import { notFound } from '#server/core/errors.ts';
import { pdfColors, pdfMargin, printable, startNewPageBefore, startPdf, writeRow } from '#server/core/pdf.ts';
import { getTranslate } from '#server/core/translations.ts';
import { splitAgreement } from './agreement-text.ts';

const headingHeight = 60;

/** The last agreement a person signed, in the language they signed it in. @throws {ServiceError} 404 */
export async function renderAgreement(deps: Deps, personId: string): Promise<Buffer> {
  const row = await deps.db
    .selectFrom('signed_agreement')
    .innerJoin('agreement_text', 'agreement_text.sha256', 'signed_agreement.text_sha256')
    .select(['title', 'body', 'locale', 'agreement_text.version', 'text_sha256'])
    .select(['signed_name', 'signed_at', 'consent', 'ip'])
    .where('person_id', '=', personId)
    .orderBy('signed_at', 'desc')
    .executeTakeFirst();
  if (!row) throw notFound();
  const locale = toLocale(row.locale);
  const t = getTranslate('payee', locale);
  const { name: brand } = deps.catalog.site;
  const { title, signed_at: at, signed_name: name } = row;
  const { pdf, finish } = await startPdf({ brand, title, at, typed: [name] });
  pdf.moveDown(1);
  for (const { kind, text } of splitAgreement(row.body)) {
    if (kind === 'heading') startNewPageBefore(pdf, headingHeight);
    const font = kind === 'heading' ? 'Helvetica-Bold' : 'Helvetica';
    pdf.font(font).fontSize(kind === 'heading' ? 12 : 10);
    pdf.fillColor(pdfColors.text).text(printable(text), pdfMargin);
    pdf.moveDown(kind === 'heading' ? 0.4 : 0.9);
  }
  pdf.moveDown(1);
  const signedAt = formatDateTime(at.getTime(), locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
  writeRow(pdf, t('agreement_consent'), row.consent);
  writeRow(pdf, t('agreement_signed_by'), name, true);
  writeRow(pdf, t('agreement_signed_at'), signedAt);
  writeRow(pdf, t('agreement_version'), row.version);
  writeRow(pdf, t('agreement_address'), row.ip);
  writeRow(pdf, 'SHA-256', row.text_sha256);
  return finish();
}
