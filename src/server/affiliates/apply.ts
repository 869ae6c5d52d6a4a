import { requireOpen } from '#server/core/database/closing.ts';
import { isUniqueViolation } from '#server/core/database/errors.ts';
import { type Actor, type Deps, ServiceError, writeAudit } from '#server/core/deps.ts';
import { findTextInForce } from '#server/core/text-in-force.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import { isReservedCode } from '#shared/affiliates/codes.ts';
import { affiliateDecisionLink } from './decide.ts';

export const getAffiliateTermsVersion = (at: Date) => findTextInForce('legal/en/affiliate-agreement', at).version;

type Application = { readonly code: string; readonly channel: string; readonly audience: string };

/**
 * Applies to the affiliate program; staff get an email with a link to decide. Declined applicants may apply again.
 * @throws {ServiceError} 409 if the person has applied already, 422 if the code is taken
 */
export async function applyAsAffiliate(deps: Deps, actor: Actor, { code, channel, audience }: Application) {
  await requireOpen(deps.db);
  const { site } = deps.catalog;
  if (isReservedCode(code, site.name)) throw takenCode();
  const now = deps.clock();
  const values = {
    ...{ code, channel, audience, terms_version: getAffiliateTermsVersion(now) },
    ...{ status: 'pending' as const, applied_at: now, decided_at: null },
  };
  try {
    await deps.db.transaction().execute(async (trx) => {
      const stored = await trx
        .insertInto('affiliate')
        .values({ person_id: actor.personId, ...values })
        .onConflict((conflict) =>
          conflict.column('person_id').doUpdateSet(values).where('affiliate.status', '=', 'declined'),
        )
        .returning('person_id')
        .executeTakeFirst();
      if (!stored) throw new ServiceError(409, 'affiliate_known');
      await writeAudit(deps, trx, actor, 'affiliate-applied', ['affiliate', actor.personId], {
        code,
        channel,
        termsVersion: values.terms_version,
      });
      await queueMail(
        deps,
        trx,
        staffOf(deps),
        'affiliate-application',
        `affiliate-application:${actor.personId}:${now.getTime()}`,
        { email: actor.email, code, channel, audience, link: affiliateDecisionLink(deps, actor.personId) },
      );
    });
  } catch (error) {
    throw isUniqueViolation(error) ? takenCode() : error;
  }
}

function takenCode(): ServiceError {
  return new ServiceError(422, 'invalid', { fields: { code: ['code_taken'] } });
}
