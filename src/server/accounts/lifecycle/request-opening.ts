import type { Deps } from '#server/core/deps.ts';
import {
  type AccountSelection,
  type PlatformAccount,
  PlatformPending,
  PlatformRefused,
} from '../ports/platform/platform.ts';

type WaitingOrder = { readonly id: string; readonly person_id: string };

/**
 * Asks the platform for an account. If it can't open one yet, or refuses to, the reason is stored for the buyer and the
 * office, and the request is repeated. @throws {PlatformPending | PlatformRefused} in that case
 */
export async function requestOpening(
  deps: Deps,
  order: WaitingOrder,
  selection: AccountSelection,
): Promise<PlatformAccount> {
  try {
    return await deps.platform.openAccount(selection);
  } catch (error) {
    if (error instanceof PlatformPending)
      await record(deps, order, selection, { status: 'pending', reason: error.reason, until: error.until });
    if (error instanceof PlatformRefused)
      await record(deps, order, selection, { status: 'failed', reason: error.message, until: null });
    throw error;
  }
}

type Word = { readonly status: 'pending' | 'failed'; readonly reason: string; readonly until: number | null };

async function record(
  deps: Deps,
  order: WaitingOrder,
  { accountId, platform }: AccountSelection,
  { status, reason, until }: Word,
): Promise<void> {
  const now = deps.clock();
  const word = { status, reason, until: until === null ? null : new Date(until), reported_at: now };
  await deps.db
    .insertInto('platform_opening')
    .values({
      order_id: order.id,
      account_id: accountId,
      person_id: order.person_id,
      platform,
      requested_at: now,
      ...word,
    })
    .onConflict((conflict) =>
      conflict.column('order_id').doUpdateSet(word).where('platform_opening.reported_at', '<=', now),
    )
    .execute();
}
