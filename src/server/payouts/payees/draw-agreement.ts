import type { Locale } from '#i18n/locales.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { writeDetail, writeHash, writeSection } from '#server/core/pdf/blocks.ts';
import { startPdf } from '#server/core/pdf/page.ts';
import { getTranslate } from '#server/core/translations.ts';
import type { AgreementBlock } from './agreement-text.ts';

export type SignedAgreement = {
  readonly title: string;
  readonly blocks: readonly AgreementBlock[];
  /** Null for a tax form, whose text is the answers above it. */
  readonly version: string | null;
  readonly text_sha256: string | null;
  readonly signed_name: string;
  readonly signed_at: Date;
  readonly consent: string;
  readonly ip: string;
};

export async function drawAgreement(signed: SignedAgreement, brand: string, locale: Locale): Promise<Buffer> {
  const t = getTranslate('payee', locale);
  const { title, signed_at: at, signed_name: name } = signed;
  const { pdf, finish } = await startPdf({ brand, title, at, locale });
  for (const { heading, paragraphs } of sectionsOf(signed.blocks)) writeSection(pdf, heading, paragraphs);
  const signedAt = formatDateTime(at.getTime(), locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
  writeDetail(pdf, t('agreement_consent'), signed.consent);
  writeDetail(pdf, t('agreement_signed_by'), name, { weight: 'bold' });
  writeDetail(pdf, t('agreement_signed_at'), signedAt);
  if (signed.version !== null) writeDetail(pdf, t('agreement_version'), signed.version);
  writeDetail(pdf, t('agreement_address'), signed.ip);
  if (signed.text_sha256 !== null) writeHash(pdf, signed.text_sha256);
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
