import { pathTo } from '#routes.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import { type CertificateSubject, findCertificateFacts } from './facts.ts';
import { type CertificateChoices, writeCertificate } from './write.ts';

const initialChoices: CertificateChoices = { nameStyle: 'full', showsAmount: true };

/**
 * Issues the certificate of a passed evaluation or a paid payout in the caller's transaction, with the choices of the
 * person's latest certificate. Repeated calls don't issue a second one.
 * @returns its id; null if there is nothing to certify or the subject already has a certificate
 */
export async function issueCertificate(trx: Trx, deps: Deps, subject: CertificateSubject): Promise<string | null> {
  const found = await findCertificateFacts(trx, subject);
  if (!found) return null;
  const choices = await findLastChoices(trx, found.personId);
  const id = await writeCertificate(trx, deps, { ...found, kind: subject.kind, choices, actor: 'system' });
  if (id === null) return null;
  await addNotification(deps, trx, {
    dedupeKey: `certificate:${id}`,
    personId: found.personId,
    kind: subject.kind === 'evaluation' ? 'certificate_evaluation' : 'certificate_payout',
    details: {},
    path: pathTo('certificates', {}, 'en'),
  });
  return id;
}

async function findLastChoices(trx: Trx, personId: string): Promise<CertificateChoices> {
  const last = await trx
    .selectFrom('certificate')
    .select(['name_style', 'shows_amount'])
    .where('person_id', '=', personId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? { nameStyle: last.name_style, showsAmount: last.shows_amount } : initialChoices;
}
