import { insertRow, isNull, requireRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, newId, ServiceError, writeAudit } from '#server/core/deps.ts';
import { newToken, sha256 } from '#server/core/encryption.ts';
import { isStaffRole } from '#shared/core/access.ts';
import type { BodyOf, DataOf } from '#shared/core/call.ts';
import {
  type startTraderView as call,
  traderViewMinutes,
  traderViewPrefix,
} from '#shared/people/contract-trader-views.ts';
import { describeUser } from '../profile/describe-user.ts';

/**
 * Opens a trader's screens for a staff member, read-only.
 * @throws {ServiceError} 404, 403 for colleagues and oneself, 409 if the trader's address isn't verified
 */
export async function startTraderView(
  deps: Deps,
  actor: Actor,
  { personId, reason }: BodyOf<typeof call>,
): Promise<DataOf<typeof call>> {
  return deps.db.transaction().execute(async (trx) => {
    const person = await requireRow(trx, 'person', { id: personId, deleted_at: isNull });
    if (person.id === actor.personId || person.roles.some(isStaffRole)) throw new ServiceError(403, 'not_allowed');
    if (person.email_verified_at === null) throw conflict();
    const viewId = newId();
    const token = `${traderViewPrefix}${newToken()}`;
    const now = deps.clock();
    const endsAt = new Date(now.getTime() + traderViewMinutes * 60_000);
    await insertRow(trx, 'trader_view', {
      ...{ id: viewId, token_hash: sha256(token), session_id: actor.sessionId, staff_id: actor.personId },
      ...{ person_id: personId, started_at: now, expires_at: endsAt },
    });
    await writeAudit(deps, trx, actor, 'trader-view-started', ['person', personId], {
      viewId,
      before: null,
      after: { reason, endsAt: endsAt.getTime() },
    });
    return { viewId, token, endsAt: endsAt.getTime(), user: describeUser(person) };
  });
}
