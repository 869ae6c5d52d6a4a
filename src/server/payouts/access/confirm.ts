import { insertRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type RequestContext, ServiceError, writeAudit } from '#server/core/deps.ts';
import { newToken, sha256 } from '#server/core/encryption.ts';
import { invalidateCodes } from '#server/people/codes/invalidate.ts';
import { redeemCodeForAddress } from '#server/people/codes/redeem-for-address.ts';
import type { Person } from '#server/people/find-person.ts';
import { reportSecondFactor } from '#server/people/sign-in/log-in.ts';
import { checkSecondFactor, refuseSecondFactor } from '#server/people/two-factor/check.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { type confirmPayoutAccess, payoutAccessMinutes } from '#shared/payouts/contract-access.ts';
import { isTypedCode } from '#shared/people/typed-code.ts';

/**
 * Exchanges a mailed code or link for a token that opens this person's payouts and nothing else.
 * @throws {ServiceError} 422 `code_wrong` on the field `code`, also for an unknown address; 410 for a used code; 403
 * `code_needed` without the second factor
 */
export async function confirmAccess(
  deps: Deps,
  { email, code, authenticator = '', captcha }: BodyOf<typeof confirmPayoutAccess>,
  requestContext: RequestContext,
): Promise<{ accessToken: string; expiresAt: number }> {
  const mayUse = (person: Person) => person.email_verified_at !== null && person.suspended_at === null;
  const prove = async (person: Person) => {
    if (person.two_factor_at === null) return;
    if (!authenticator.trim()) throw new ServiceError(403, 'code_needed');
    const check = await checkSecondFactor(deps, person, authenticator, 'stranger');
    if (check.isCorrect) return;
    await reportSecondFactor(deps, person, requestContext);
    throw refuseSecondFactor(check, 'authenticator');
  };
  const purpose = isTypedCode(code) ? 'payout-access' : 'payout-link';
  const submitted = { email, code, captcha, purpose, mayUse, prove } as const;
  return redeemCodeForAddress(deps, submitted, requestContext, async (trx, person) => {
    await invalidateCodes(deps, trx, person.id, ['payout-access', 'payout-link']);
    const accessToken = newToken();
    const createdAt = deps.clock();
    const expiresAt = new Date(createdAt.getTime() + payoutAccessMinutes * 60_000);
    await insertRow(trx, 'payout_access', {
      id: newId(),
      person_id: person.id,
      token_hash: sha256(accessToken),
      created_at: createdAt,
      expires_at: expiresAt,
    });
    await writeAudit(deps, trx, `person:${person.id}`, 'payout-access-opened', ['person', person.id]);
    return { accessToken, expiresAt: expiresAt.getTime() };
  });
}
