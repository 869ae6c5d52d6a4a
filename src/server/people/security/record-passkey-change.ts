import { writeAudit } from '#server/core/audit/write-audit.ts';
import type { Actor, Deps, Trx } from '#server/core/deps.ts';
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
  await writeAudit(deps, trx, `person:${actor.personId}`, `passkey-${change}`, ['person', actor.personId], {
    passkeyId,
    ...(await describeSession(trx, actor.sessionId)),
  });
  await notifySecurityEvent(deps, trx, await getPerson(trx, actor.personId), `passkey_${change}`, passkeyId);
}
