import { sql } from 'kysely';
import { findRow, getRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, notFound, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { isSignedText, signText } from '#server/core/signature.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { addNotification } from '#server/messages/notifications/add.ts';

type LinkParameters = { readonly id: string; readonly key: string };
type Decision = 'approved' | 'declined';

export type Applicant = {
  readonly code: string;
  readonly channel: string;
  readonly audience: string;
  readonly status: 'pending' | 'approved' | 'declined';
};

/** A link that lets anyone who reads the support mailbox decide without signing in. */
export function affiliateDecisionLink({ env, keys }: Deps, personId: string): string {
  return `${env.origin}/api/affiliation/decide?id=${personId}&key=${signText(keys, 'affiliate-decide', personId)}`;
}

export async function findApplicant(deps: Deps, { id, key }: LinkParameters): Promise<Applicant | undefined> {
  if (!isSignedText(deps.keys, 'affiliate-decide', id, key)) return undefined;
  const row = await findRow(deps.db, 'affiliate', { person_id: id }, ['code', 'channel', 'audience', 'status']);
  if (!row || row.status === 'ended') return undefined;
  return { ...row, status: row.status };
}

/** Decides through a mailed link, once. @returns false if the link is invalid or the application decided */
export async function decideByLink(deps: Deps, link: LinkParameters, decision: Decision): Promise<boolean> {
  if (!(await findApplicant(deps, link))) return false;
  return deps.db.transaction().execute((trx) => decide(deps, trx, link.id, decision, 'system'));
}

/** Decides in the back office. @throws {ServiceError} 404, 403 for the operator's own, 409 if already decided */
export async function decideApplication(
  deps: Deps,
  operator: Actor,
  { affiliateId, decision }: { readonly affiliateId: string; readonly decision: Decision },
): Promise<{ decidedAt: number }> {
  if (affiliateId === operator.personId) throw new ServiceError(403, 'not_allowed');
  return deps.db.transaction().execute(async (trx) => {
    const actor = `person:${operator.personId}`;
    if (await decide(deps, trx, affiliateId, decision, actor)) return { decidedAt: deps.clock().getTime() };
    const existing = await findRow(trx, 'affiliate', { person_id: affiliateId }, ['person_id']);
    throw existing ? conflict() : notFound();
  });
}

/** Approves or declines a pending applicant, with mail, notification and audit. @returns false if none is pending */
async function decide(deps: Deps, trx: Trx, personId: string, decision: Decision, actor: string): Promise<boolean> {
  const now = deps.clock();
  const decided = await trx
    .updateTable('affiliate')
    .set({ status: decision, decided_at: now })
    .where('person_id', '=', personId)
    .where('status', '=', 'pending')
    .returning('code')
    .executeTakeFirst();
  if (!decided) return false;
  if (decision === 'approved') {
    await updateRow(trx, 'person', personId, {
      roles: sql`array(select distinct unnest(roles || array['affiliate']))`,
    });
  }
  const person = await getRow(trx, 'person', personId, ['email', 'first_name', 'locale']);
  await writeAudit(deps, trx, actor, `affiliate-${decision}`, ['affiliate', personId], {
    before: { status: 'pending' },
    after: { status: decision },
  });
  const dedupeKey = `affiliate-${decision}:${personId}:${now.getTime()}`;
  await addNotification(deps, trx, {
    dedupeKey,
    personId,
    kind: decision === 'approved' ? 'affiliate-approved' : 'affiliate-declined',
    path: decision === 'approved' ? '/affiliate-dashboard' : '/affiliate',
  });
  await queueMail(deps, trx, person, `affiliate-${decision}`, dedupeKey, { code: decided.code });
  return true;
}
