import { requireLockedRow } from '#server/core/database/rows.ts';
import { type Deps, invalid, ServiceError } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { decideIdentityCheck as call } from '#shared/payouts/contract-office-payees.ts';
import { canDecide } from '#shared/payouts/payees/identity-check.ts';
import { mixesScripts } from '#shared/payouts/payees/name-match.ts';
import { applyToIdentityCheck } from './apply-identity-event.ts';

/**
 * Decides a check as a reviewer or, in the demo, as a provider would. An approval records the name on the document.
 * @param operator `person:<id>` or `provider:demo`; nobody decides about themselves
 * @throws {ServiceError} 404, 409 if the check isn't waiting for this decision, 422 for a missing name or reason
 */
export async function decideIdentityCheck(
  deps: Deps,
  operator: string,
  { checkId, decision, reason, first_name: firstName, last_name: lastName = '', country }: BodyOf<typeof call>,
): Promise<{ decidedAt: number }> {
  const problems = {
    ...(decision === 'approved' && !firstName ? { first_name: ['required'] } : {}),
    ...(decision === 'approved' && mixesScripts(`${firstName} ${lastName}`)
      ? { last_name: ['payee_name_scripts'] }
      : {}),
    ...(decision !== 'approved' && !reason ? { reason: ['required'] } : {}),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return deps.db.transaction().execute(async (trx) => {
    const check = await requireLockedRow(trx, 'identity_check', checkId);
    if (operator === `person:${check.person_id}`) throw new ServiceError(409, 'identity_not_decidable');
    if (!canDecide(check.status, decision)) throw new ServiceError(409, 'identity_not_decidable');
    const at = Math.max(deps.clock().getTime(), (check.event_at?.getTime() ?? 0) + 1);
    const name = firstName ? { firstName: firstName.trim(), lastName: lastName.trim() } : null;
    const answer = { reason: decision === 'approved' ? null : (reason ?? null), name, country: country || null };
    const event = { status: decision, at, ...answer } as const;
    await applyToIdentityCheck(deps, trx, check, event, operator);
    return { decidedAt: deps.clock().getTime() };
  });
}
