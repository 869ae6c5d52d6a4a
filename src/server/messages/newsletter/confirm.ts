import { dayMs } from '#lib/durations.ts';
import { type Deps, writeAudit } from '#server/core/deps.ts';
import type { LinkParams, LinkState } from '#server/core/signature.ts';
import { queueMail } from '../mail/queue.ts';
import { isConfirmKey, unsubscribeLink } from './links.ts';

const lifetimeMs = 7 * dayMs;

async function readLink(deps: Deps, { id, key }: LinkParams) {
  const row = await deps.db.selectFrom('newsletter_subscription').selectAll().where('id', '=', id).executeTakeFirst();
  return row && isConfirmKey(deps, row, key) && row.unsubscribed_at === null ? row : undefined;
}

function stateOf(deps: Deps, row: Awaited<ReturnType<typeof readLink>>): LinkState {
  if (!row) return 'dead';
  if (row.confirmed_at !== null) return 'confirmed';
  return deps.clock().getTime() - row.requested_at.getTime() < lifetimeMs ? 'open' : 'dead';
}

/** The link's state; doesn't use the link. */
export async function findConfirmation(deps: Deps, link: LinkParams): Promise<LinkState> {
  return stateOf(deps, await readLink(deps, link));
}

/** Confirms the address once; repeating it changes nothing. */
export async function confirmNewsletter(deps: Deps, link: LinkParams): Promise<LinkState> {
  const row = await readLink(deps, link);
  const state = stateOf(deps, row);
  if (!row || state !== 'open') return state;
  return deps.db.transaction().execute<LinkState>(async (trx) => {
    const confirmed = await trx
      .updateTable('newsletter_subscription')
      .set({ confirmed_at: deps.clock() })
      .where('id', '=', row.id)
      .where('round', '=', row.round)
      .where('confirmed_at', 'is', null)
      .where('unsubscribed_at', 'is', null)
      .executeTakeFirst();
    // Another tab was faster; its result is in the row.
    if (confirmed.numUpdatedRows !== 1n) return 'confirmed';
    const unsubscribeUrl = unsubscribeLink(deps, row);
    await queueMail(
      deps,
      trx,
      { email: row.email, locale: row.locale },
      'newsletter-welcome',
      `newsletter-welcome:${row.id}:${row.round}`,
      { link: unsubscribeUrl },
      { unsubscribeUrl },
    );
    await writeAudit(deps, trx, 'system', 'newsletter-confirmed', ['newsletter', row.id]);
    return 'confirmed';
  });
}
