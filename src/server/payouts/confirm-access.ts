import { writeAudit } from '#server/core/audit/write-audit.ts';
import type { Deps, RequestContext } from '#server/core/deps.ts';
import { invalid } from '#server/core/errors.ts';
import { newId, newToken, sha256 } from '#server/core/ids.ts';
import { redeemCode } from '#server/people/codes/redeem.ts';
import { findPersonByEmail } from '#server/people/find-person.ts';
import { requireCaptchaPast } from '#server/people/require-captcha.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { type confirmPayoutAccess, payoutAccessMinutes } from '#shared/payouts/contract-access.ts';

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
