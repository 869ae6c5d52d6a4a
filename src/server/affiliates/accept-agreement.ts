import { type Actor, type Deps, ServiceError, writeAudit } from '#server/core/deps.ts';
import { getAffiliateTermsVersion } from './apply.ts';
import { getAffiliate } from './approved.ts';

/**
 * Accepts the agreement in force. Earlier commissions keep the terms under which they were earned.
 * @throws {ServiceError} 404 for anyone but an affiliate, 409 if another version has come into force
 */
export async function acceptAffiliateAgreement(deps: Deps, { personId }: Actor, version: string): Promise<void> {
  if (version !== getAffiliateTermsVersion(deps.clock())) throw new ServiceError(409, 'agreement_changed');
  await deps.db.transaction().execute(async (trx) => {
    const { terms_version: before } = await getAffiliate(trx, personId);
    if (before === version) return;
    await trx.updateTable('affiliate').set({ terms_version: version }).where('person_id', '=', personId).execute();
    await writeAudit(deps, trx, `person:${personId}`, 'affiliate-agreement-accepted', ['affiliate', personId], {
      before,
      after: version,
    });
  });
}
