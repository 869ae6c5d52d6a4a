import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { isSignedText, signText } from '../../signature.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { queueMail } from '../mail/queue.ts';
import { addNotification } from '../notification/add.ts';

type LinkGiven = { readonly id: string; readonly key: string };

export type Applicant = {
  readonly code: string;
  readonly channel: string;
  readonly audience: string;
  readonly status: 'pending' | 'approved' | 'declined';
};

/** A link for the firm to decide without signing in: anyone who reads the support mailbox may. */
export function affiliateDecisionLink({ env, keys }: Deps, personId: string): string {
  return `${env.origin}/api/affiliation/decide?id=${personId}&key=${signText(keys, 'affiliate-decide', personId)}`;
}

export async function findApplicant(deps: Deps, { id, key }: LinkGiven): Promise<Applicant | undefined> {
  if (!isSignedText(deps.keys, 'affiliate-decide', id, key)) return undefined;
  return deps.db
    .selectFrom('affiliate')
    .select(['code', 'channel', 'audience', 'status'])
    .where('person_id', '=', id)
    .executeTakeFirst();
}

/** Admits or declines an applicant, once. @returns false for an invalid link or a decided application */
export async function decideAffiliate(deps: Deps, given: LinkGiven, status: 'approved' | 'declined') {
  if (!(await findApplicant(deps, given))) return false;
  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock();
    const decided = await trx
      .updateTable('affiliate')
      .set({ status, decided_at: now })
      .where('person_id', '=', given.id)
      .where('status', '=', 'pending')
      .returning('code')
      .executeTakeFirst();
    if (!decided) return false;
    if (status === 'approved') {
      await trx
        .updateTable('person')
        .set({ roles: sql`array(select distinct unnest(roles || array['affiliate']))` })
        .where('id', '=', given.id)
        .execute();
    }
    const person = await trx
      .selectFrom('person')
      .select(['email', 'first_name', 'locale'])
      .where('id', '=', given.id)
      .executeTakeFirstOrThrow();
    await writeAudit(deps, trx, {
      actor: 'system',
      action: `affiliate-${status}`,
      entity: 'affiliate',
      entityId: given.id,
    });
    await addNotification(deps, trx, {
      dedupeKey: `affiliate-${status}:${given.id}:${now.getTime()}`,
      personId: given.id,
      kind: status === 'approved' ? 'affiliate-approved' : 'affiliate-declined',
      path: status === 'approved' ? '/affiliate-dashboard' : '/affiliate',
    });
    await queueMail(deps, trx, {
      dedupeKey: `affiliate-${status}:${given.id}:${now.getTime()}`,
      recipient: person.email,
      locale: person.locale,
      template: `affiliate-${status}`,
      values: { firstName: person.first_name, code: decided.code },
    });
    return true;
  });
}
