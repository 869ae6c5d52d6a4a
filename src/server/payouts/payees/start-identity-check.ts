import { toLocale } from '#i18n/locales.ts';
import { pathTo } from '#routes.ts';
import { findRow, insertRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, newId, ServiceError, writeAudit } from '#server/core/deps.ts';
import { getPerson } from '#server/people/find-person.ts';
import { lockPerson } from '#server/people/lock.ts';
import { canStartCheck } from '#shared/payouts/payees/identity-check.ts';

/**
 * Starts the person's identity check, or restarts it. Without a comparison of faces, a person looks at the documents.
 * @returns the provider's page, or null if documents are uploaded on our own screen
 * @throws {ServiceError} 409 during review and once it is decided, 503 while the provider doesn't respond
 */
export async function startIdentityCheck(
  deps: Deps,
  { personId }: Actor,
  provider = deps.identity.provider,
): Promise<{ url: string | null }> {
  const checkId = await deps.db.transaction().execute(async (trx) => {
    await lockPerson(trx, personId);
    const check = await findRow(trx, 'identity_check', { person_id: personId }, ['id', 'status', 'provider']);
    if (!canStartCheck(check?.status ?? null)) throw new ServiceError(409, 'identity_closed');
    if (check?.status === 'started' && check.provider === provider) return check.id;
    const id = check?.id ?? newId();
    const started = { provider, status: 'started', started_at: deps.clock(), submitted_at: null } as const;
    if (check) await updateRow(trx, 'identity_check', id, started);
    else await insertRow(trx, 'identity_check', { id, person_id: personId, ...started });
    await writeAudit(deps, trx, `person:${personId}`, 'identity-check-started', ['identity-check', id], { provider });
    return id;
  });
  if (provider === 'documents') return { url: null };
  // Outside the transaction: a provider that hangs must not hold a lock.
  const person = await getPerson(deps.db, personId);
  const locale = toLocale(person.locale);
  const { ref, url } = await deps.identity.start({
    checkId,
    email: person.email,
    firstName: person.first_name,
    lastName: person.last_name,
    country: person.country,
    locale,
    returnUrl: `${deps.env.origin}${pathTo('payoutVerification', {}, locale)}`,
  });
  if (ref !== null) {
    await updateRow(deps.db, 'identity_check', checkId, { provider_ref: ref });
  }
  return { url };
}
