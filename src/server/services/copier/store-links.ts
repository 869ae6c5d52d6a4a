import type { CopyLink } from '../../../domain/copier/copy-link.ts';
import type { Deps, Trx } from '../../deps.ts';
import type { Follower } from './read-followers.ts';

export type LinkChange = { readonly follower: Follower; readonly link: CopyLink; readonly isCopied?: boolean };

/** Stores what has changed of some followers. */
export async function storeLinks(deps: Deps, trx: Trx, changes: readonly LinkChange[]): Promise<void> {
  for (const { follower, link, isCopied = false } of changes) {
    if (!isCopied && JSON.stringify(link) === JSON.stringify(follower.link)) continue;
    await trx
      .updateTable('copy_link')
      .set({
        phase: link.phase,
        disarm_reason: link.disarmReason,
        waiting: link.waiting,
        missed: JSON.stringify(link.missed),
        unmatched: JSON.stringify(link.unmatched),
        ...(isCopied ? { copied_at: deps.clock() } : {}),
      })
      .where('account_id', '=', follower.accountId)
      .execute();
  }
}
