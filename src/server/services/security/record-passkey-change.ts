import type { Actor, Deps, Trx } from '../../deps.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { notifySecurityEvent } from '../notification/notify-security-event.ts';
import { getPerson } from '../person/find-person.ts';
import { describeSession } from '../session/record-sign-in.ts';

/** Audits a change with network address and browser, and mails the person. */
export async function recordPasskeyChange(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  change: 'added' | 'removed',
  passkeyId: string,
): Promise<void> {
  await writeAudit(deps, trx, {
    actor: `person:${actor.personId}`,
    action: `passkey-${change}`,
    entity: 'person',
    entityId: actor.personId,
    details: { passkeyId, ...(await describeSession(trx, actor.sessionId)) },
  });
  await notifySecurityEvent(deps, trx, await getPerson(trx, actor.personId), `passkey_${change}`, passkeyId);
}
