import { dayMs } from '#lib/durations.ts';
import { above, insertRow, isNotNull, isNull, listRows } from '#server/core/database/rows.ts';
import { type Actor, type Deps, newId, type RequestContext, ServiceError, writeAudit } from '#server/core/deps.ts';
import { newToken, sha256 } from '#server/core/encryption.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import type { BodyOf, DataOf } from '#shared/core/call.ts';
import type { createReadToken as call } from '#shared/people/contract-security.ts';
import { getPerson } from '../find-person.ts';
import { lockPerson } from '../lock.ts';
import { requireConfirmed } from '../sign-in/confirm.ts';

const maxTokens = 10;

/** Opens a session that only reads, for the person's own programs. @throws {ServiceError} 409 with ten open ones */
export async function createReadToken(
  deps: Deps,
  actor: Actor,
  { name, scopes, days }: BodyOf<typeof call>,
  { userAgent, ip }: RequestContext,
): Promise<DataOf<typeof call>> {
  await requireConfirmed(deps, actor);
  const [id, token, now] = [newId(), newToken(), deps.clock()];
  await deps.db.transaction().execute(async (trx) => {
    await lockPerson(trx, actor.personId);
    const open = await listRows(
      trx,
      'session',
      { person_id: actor.personId, scopes: isNotNull, ended_at: isNull, expires_at: above(now) },
      ['id'],
    );
    if (open.length >= maxTokens) throw new ServiceError(409, 'read_tokens_full');
    await insertRow(trx, 'session', {
      ...{ id, person_id: actor.personId, token_hash: sha256(token), name, scopes: [...new Set(scopes)] },
      ...{ created_at: now, expires_at: new Date(now.getTime() + Number(days) * dayMs), user_agent: userAgent, ip },
    });
    const details = { name, scopes, days, ip };
    await writeAudit(deps, trx, actor, 'read-token-created', ['person', actor.personId], details);
    await notifySecurityEvent(deps, trx, await getPerson(trx, actor.personId), 'read_token_created', id);
  });
  return { token };
}
