import { ServiceError, type Trx } from '#server/core/deps.ts';
import type { Role } from '#shared/core/access.ts';
import { isApprover } from '#shared/core/staff-roles.ts';
import { bankDaysLeft, bankDeadline } from '#shared/exchange/bank-days.ts';

type RolesChange = Readonly<Partial<Record<'before' | 'after', { readonly roles?: readonly Role[] }>>>;

/**
 * Someone who has just become an approver, or whose access was restored or moved to another address, approves and pays
 * from the next bank day on: until then others can see it and object.
 * @throws {ServiceError} 403 `approver_new`
 */
export async function requireSettledApprover(trx: Trx, personId: string, now: Date): Promise<void> {
  const changes = await trx
    .selectFrom('audit')
    .select(['at', 'action', 'details'])
    .where('entity', '=', 'person')
    .where('entity_id', '=', personId)
    .where('action', 'in', ['role-given', 'staff-restored', 'staff-address-corrected'])
    .execute();
  const isNew = changes.some(({ at, action, details }) => {
    const { before, after } = details as RolesChange;
    const isGain = action !== 'role-given' || (isApprover(after?.roles) && !isApprover(before?.roles));
    return isGain && bankDaysLeft(now.getTime(), bankDeadline(at.getTime(), 1)) > 0;
  });
  if (isNew) throw new ServiceError(403, 'approver_new');
}
