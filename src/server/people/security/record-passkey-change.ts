import { type Actor, type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { getPerson } from '../find-person.ts';
import { describeSession } from '../sessions/record-sign-in.ts';

/** Audits a change with network address and browser, and mails the person. */
export async function recordPasskeyChange(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  change: 'added' | 'removed',
  passkeyId: string,
): Promise<void> {
  await writeAudit(deps, trx, actor, `passkey-${change}`, ['person', actor.personId], {
    passkeyId,
    ...(await describeSession(trx, actor.sessionId)),
  });
  await notifySecurityEvent(deps, trx, await getPerson(trx, actor.personId), `passkey_${change}`, passkeyId);
}
