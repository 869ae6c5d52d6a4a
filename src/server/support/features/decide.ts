import { findRow } from '#server/core/database/rows.ts';
import { type Deps, writeAudit } from '#server/core/deps.ts';
import { isSignedText, signText } from '#server/core/signature.ts';
import type { FeatureStatus } from '#shared/support/contract-features.ts';

type LinkParameters = { readonly id: string; readonly key: string };

export type FeatureForDecision = { readonly title: string; readonly message: string; readonly status: FeatureStatus };

/** A link that lets anyone who reads the support mailbox decide without signing in. */
export function decisionLink({ env, keys }: Deps, id: string): string {
  return `${env.origin}/api/feature-requests/decide?id=${id}&key=${signText(keys, 'feature-decide', id)}`;
}

export async function findForDecision(
  deps: Deps,
  { id, key }: LinkParameters,
): Promise<FeatureForDecision | undefined> {
  if (!isSignedText(deps.keys, 'feature-decide', id, key)) return undefined;
  return findRow(deps.db, 'feature_request', id, ['title', 'message', 'status']);
}

/** Publishes or hides a request; the firm may change its mind. @returns false for an invalid link */
export async function decideFeature(
  deps: Deps,
  link: LinkParameters,
  status: 'approved' | 'declined',
): Promise<boolean> {
  if (!(await findForDecision(deps, link))) return false;
  await deps.db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('feature_request')
      .set({ status, decided_at: deps.clock() })
      .where('id', '=', link.id)
      .where('status', '!=', status)
      .executeTakeFirst();
    if (changed.numUpdatedRows !== 1n) return;
    await writeAudit(deps, trx, 'system', `feature-${status}`, ['feature-request', link.id]);
  });
  return true;
}
