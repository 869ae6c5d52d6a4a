import { sql } from 'kysely';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { CopyLink } from '#shared/copier/copy-link.ts';
import type { Follower } from './read-followers.ts';

export type LinkChange = { readonly follower: Follower; readonly link: CopyLink; readonly isCopied?: boolean };

export async function storeLinks(deps: Deps, trx: Trx, changes: readonly LinkChange[]): Promise<void> {
  const changed = changes.filter(
    ({ follower, link, isCopied = false }) => isCopied || JSON.stringify(link) !== JSON.stringify(follower.link),
  );
  if (changed.length === 0) return;
  await sql`
    update copy_link set
      phase = changed.phase,
      disarm_reason = changed.disarm_reason,
      waiting = changed.waiting,
      missed = changed.missed::jsonb,
      unmatched = changed.unmatched::jsonb,
      copied_at = case when changed.is_copied then ${deps.clock()}::timestamptz else copy_link.copied_at end
    from unnest(
      ${changed.map(({ follower }) => follower.accountId)}::text[],
      ${changed.map(({ link }) => link.phase)}::text[],
      ${changed.map(({ link }) => link.disarmReason)}::text[],
      ${changed.map(({ link }) => link.waiting)}::boolean[],
      ${changed.map(({ link }) => JSON.stringify(link.missed))}::text[],
      ${changed.map(({ link }) => JSON.stringify(link.unmatched))}::text[],
      ${changed.map(({ isCopied = false }) => isCopied)}::boolean[]
    ) as changed (id, phase, disarm_reason, waiting, missed, unmatched, is_copied)
    where copy_link.account_id = changed.id
  `.execute(trx);
}
