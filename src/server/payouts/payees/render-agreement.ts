import { toLocale } from '#i18n/locales.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import type { Deps } from '#server/core/deps.ts';
import { notFound } from '#server/core/errors.ts';
import { writeDetail, writeHash, writeSection } from '#server/core/pdf/blocks.ts';
import { startPdf } from '#server/core/pdf/page.ts';
import { getTranslate } from '#server/core/translations.ts';
import { type AgreementBlock, splitAgreement } from './agreement-text.ts';

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
  const { pdf, finish } = await startPdf({ brand, title, at, typed: [name], locale });
  for (const { heading, paragraphs } of sectionsOf(splitAgreement(row.body))) writeSection(pdf, heading, paragraphs);
  const signedAt = formatDateTime(at.getTime(), locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
  writeDetail(pdf, t('agreement_consent'), row.consent);
  writeDetail(pdf, t('agreement_signed_by'), name, { weight: 'bold' });
  writeDetail(pdf, t('agreement_signed_at'), signedAt);
  writeDetail(pdf, t('agreement_version'), row.version);
  writeDetail(pdf, t('agreement_address'), row.ip);
  writeHash(pdf, row.text_sha256);
  return finish();
}

type Section = { readonly heading: string; readonly paragraphs: readonly string[] };

/** What stands before the first heading is a section without one. */
function sectionsOf(blocks: readonly AgreementBlock[]): Section[] {
  const sections: { heading: string; paragraphs: string[] }[] = [];
  for (const { kind, text } of blocks) {
    if (kind === 'heading') sections.push({ heading: text, paragraphs: [] });
    else if (sections.length === 0) sections.push({ heading: '', paragraphs: [text] });
    else sections.at(-1)?.paragraphs.push(text);
  }
  return sections;
}
