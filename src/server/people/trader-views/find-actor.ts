import { isDemoPerson } from '#server/core/demo-people.ts';
import { type Actor, type Deps, ServiceError } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { findAccessError, isStaffRole } from '#shared/core/access.ts';
import { invalidTokenStatus } from '#shared/core/constants.ts';
import { startTraderView } from '#shared/people/contract-trader-views.ts';

/**
 * The trader whose screens a token opens, without roles and session. It works only while the staff member who opened
 * the view is signed in there and may still open one, and while the trader isn't staff.
 * @throws {ServiceError} 498 otherwise
 */
export async function getViewedActor(deps: Deps, token: string): Promise<Actor> {
  const now = deps.clock();
  const row = await deps.db
    .selectFrom('trader_view')
    .innerJoin('session', 'session.id', 'trader_view.session_id')
    .innerJoin('person as staff', 'staff.id', 'trader_view.staff_id')
    .innerJoin('person', 'person.id', 'trader_view.person_id')
    .select(['trader_view.id', 'person.id as personId', 'person.email', 'person.email_verified_at', 'person.roles'])
    .select([
      'staff.id as staffId',
      'staff.roles as staffRoles',
      'staff.two_factor_at',
      'staff.email_verified_at as at',
    ])
    .where('trader_view.token_hash', '=', sha256(token))
    .where('trader_view.ended_at', 'is', null)
    .where('trader_view.expires_at', '>', now)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('staff.deleted_at', 'is', null)
    .where('staff.suspended_at', 'is', null)
    .where('person.deleted_at', 'is', null)
    .executeTakeFirst();
  const isAllowed =
    row !== undefined &&
    !row.roles.some(isStaffRole) &&
    findAccessError(startTraderView.access, {
      verified: row.at !== null,
      roles: row.staffRoles,
      hasSecondFactor: row.two_factor_at !== null || isDemoPerson(deps.env, row.staffId),
    }) === null;
  if (!isAllowed) throw new ServiceError(invalidTokenStatus, 'token_invalid');
  const { id, personId, email, email_verified_at: verifiedAt } = row;
  return {
    ...{ personId, email, sessionId: `trader-view:${id}`, roles: [] },
    verified: verifiedAt !== null,
    hasSecondFactor: false,
    onlyReads: true,
  };
}
