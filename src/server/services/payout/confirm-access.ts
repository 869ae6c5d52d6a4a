import type { BodyOf } from '../../../contract/call.ts';
import { type confirmPayoutAccess, payoutAccessMinutes } from '../../../contract/payout-access.ts';
import type { Deps, RequestContext } from '../../deps.ts';
import { invalid } from '../../errors.ts';
import { newId, newToken, sha256 } from '../../ids.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { redeemCode } from '../code/redeem.ts';
import { findPersonByEmail } from '../person/find-person.ts';
import { requireCaptchaPast } from '../person/require-captcha.ts';

/**
 * Exchanges a mailed code for a token that opens this person's payouts and nothing else. Wrong guesses count per
 * network.
 * @throws {ServiceError} 422 `code_wrong` on the field `code`, also for an unknown address; 410 for a used code
 */
export async function confirmAccess(
  deps: Deps,
  { email, code, captcha }: BodyOf<typeof confirmPayoutAccess>,
  requestContext: RequestContext,
): Promise<{ accessToken: string; expiresAt: number }> {
  const { network } = requestContext;
  await deps.limits.take('code', `${network}:payout:${email}`);
  const person = await findPersonByEmail(deps.db, email);
  if (!person || person.email_verified_at === null) throw invalid({ code: ['code_wrong'] });
  await requireCaptchaPast(deps, 'code-address', email, captcha, requestContext);
  const guesser = `network:${network}`;
  return redeemCode(deps, { personId: person.id, purpose: 'payout-access', code, guesser }, async (trx) => {
    const accessToken = newToken();
    const createdAt = deps.clock();
    const expiresAt = new Date(createdAt.getTime() + payoutAccessMinutes * 60_000);
    await trx
      .insertInto('payout_access')
      .values({
        id: newId(),
        person_id: person.id,
        token_hash: sha256(accessToken),
        created_at: createdAt,
        expires_at: expiresAt,
      })
      .execute();
    await writeAudit(deps, trx, {
      actor: `person:${person.id}`,
      action: 'payout-access-opened',
      entity: 'person',
      entityId: person.id,
    });
    return { accessToken, expiresAt: expiresAt.getTime() };
  });
}
