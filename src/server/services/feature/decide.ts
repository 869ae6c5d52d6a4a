import type { FeatureStatus } from '../../../contract/features.ts';
import type { Deps } from '../../deps.ts';
import { isSignedText, signText } from '../../signature.ts';
import { writeAudit } from '../audit/write-audit.ts';

type LinkGiven = { readonly id: string; readonly key: string };

export type FeatureForDecision = { readonly title: string; readonly message: string; readonly status: FeatureStatus };

/** A link for the firm to decide without signing in: anyone who reads the support mailbox may. */
export function decisionLink({ env, keys }: Deps, id: string): string {
  return `${env.origin}/api/feature-requests/decide?id=${id}&key=${signText(keys, 'feature-decide', id)}`;
}

export async function findForDecision(deps: Deps, { id, key }: LinkGiven): Promise<FeatureForDecision | undefined> {
  if (!isSignedText(deps.keys, 'feature-decide', id, key)) return undefined;
  return deps.db
    .selectFrom('feature_request')
    .select(['title', 'message', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Publishes or hides a request; the firm may change its mind. @returns false for an invalid link */
export async function decideFeature(deps: Deps, given: LinkGiven, status: 'approved' | 'declined'): Promise<boolean> {
  if (!(await findForDecision(deps, given))) return false;
  await deps.db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('feature_request')
      .set({ status, decided_at: deps.clock() })
      .where('id', '=', given.id)
      .where('status', '!=', status)
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) return;
    await writeAudit(deps, trx, {
      actor: 'system',
      action: `feature-${status}`,
      entity: 'feature-request',
      entityId: given.id,
    });
  });
  return true;
}
