import { toLocale } from '#i18n/locales.ts';
import { type Deps, notFound } from '#server/core/deps.ts';
import { draw } from '#server/core/drawing/draw.ts';
import { splitAgreement } from './agreement-text.ts';

/** The last agreement a person signed, in the language they signed it in. @throws {ServiceError} 404 */
export async function renderAgreement(deps: Deps, personId: string): Promise<Uint8Array> {
  const row = await deps.db
    .selectFrom('signed_agreement')
    .innerJoin('agreement_text', 'agreement_text.sha256', 'signed_agreement.text_sha256')
    .select(['title', 'body', 'locale', 'agreement_text.version', 'text_sha256'])
    .select(['signed_name', 'signed_at', 'consent', 'ip'])
    .where('person_id', '=', personId)
    .orderBy('signed_at', 'desc')
    .executeTakeFirstOrThrow(notFound);
  const { locale, body, ...signed } = row;
  return draw('agreement', { ...signed, blocks: splitAgreement(body) }, deps.catalog.site.name, toLocale(locale));
}
