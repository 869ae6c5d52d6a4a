import { type Locale, locales } from '#i18n/locales.ts';
import { isLatin } from '#lib/person-name.ts';
import { findRow, insertOnce, insertRow } from '#server/core/database/rows.ts';
import {
  type Actor,
  type Deps,
  invalid,
  newId,
  type RequestContext,
  ServiceError,
  writeAudit,
} from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { lockPerson } from '#server/people/lock.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { signAgreement as call } from '#shared/payouts/contract-payee-forms.ts';
import { matchesVerifiedName } from '#shared/payouts/payees/name-match.ts';
import { getAgreementText, splitAgreement } from './agreement-text.ts';
import { findVerifiedName } from './find-verified-name.ts';

/**
 * Signs the agreement exactly as it was shown and mails a copy. Signing the same version again changes nothing.
 * @throws {ServiceError} 409 if the text has changed since, 422 if the signature isn't the person's name
 */
export async function signAgreement(
  deps: Deps,
  { personId }: Actor,
  { sha256, signature }: Pick<BodyOf<typeof call>, 'sha256' | 'signature'>,
  { ip, userAgent }: RequestContext,
): Promise<{ signedAt: number }> {
  const now = deps.clock();
  const text = locales.map((locale: Locale) => getAgreementText(locale, now)).find((text) => text.sha256 === sha256);
  if (!text) throw new ServiceError(409, 'agreement_changed');
  return deps.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, personId);
    const signed = await findRow(trx, 'signed_agreement', { person_id: personId, version: text.version }, [
      'signed_at',
    ]);
    if (signed) return { signedAt: signed.signed_at.getTime() };
    const profile = { firstName: person.first_name, lastName: person.last_name };
    const name = (await findVerifiedName(trx, personId)) ?? profile;
    const isWritten = isLatin(name.firstName + name.lastName) || person.latin_name === null;
    if (!matchesVerifiedName(signature, isWritten ? name : { firstName: person.latin_name ?? '', lastName: '' }))
      throw invalid({ signature: ['own_name'] });
    const { title, version, locale, body } = text;
    await insertOnce(trx, 'agreement_text', { sha256, version, locale, title, body, stored_at: now });
    const id = newId();
    await insertRow(trx, 'signed_agreement', {
      id,
      person_id: personId,
      version,
      text_sha256: sha256,
      consent: getTranslate('payee', locale)('agreement_accept'),
      signed_name: signature,
      signed_at: now,
      ip,
      user_agent: userAgent,
    });
    await writeAudit(deps, trx, `person:${personId}`, 'agreement-signed', ['agreement', id], { version, sha256 });
    await queueMail(
      deps,
      trx,
      { email: person.email, locale, first_name: person.first_name },
      'agreement-copy',
      `agreement:${id}`,
      {
        title,
        blocks: splitAgreement(body),
        signedName: signature,
        signedAt: now.getTime(),
        version,
        sha256,
      },
    );
    return { signedAt: now.getTime() };
  });
}
