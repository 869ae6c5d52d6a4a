import { getRow, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { recalculate } from '../feed/amend-fills.ts';
import type { StoredAccount } from '../tables.ts';

type Account = Pick<StoredAccount, 'id' | 'state' | 'verdict_held_from'>;

/** From this time on, rules don't decide about the account. What they have decided stands. */
export async function holdVerdict(trx: Trx, { id, state, verdict_held_from: heldFrom }: Account, at: number) {
  if (heldFrom !== null || state.status === 'breached' || state.status === 'passed') return;
  await updateRow(trx, 'trading_account', id, { verdict_held_from: new Date(at) });
}

/** Rules decide again, also about the time in which they didn't, from the figures that are now agreed on. */
export async function releaseVerdict(deps: Deps, trx: Trx, accountId: string): Promise<void> {
  const { verdict_held_from: heldFrom } = await getRow(trx, 'trading_account', accountId, ['verdict_held_from']);
  if (heldFrom === null) return;
  await updateRow(trx, 'trading_account', accountId, { verdict_held_from: null });
  await recalculate(deps, trx, accountId, heldFrom.getTime());
}
