import { updateRow } from '#server/core/database/rows.ts';
import type { Trx } from '#server/core/deps.ts';
import type { AccountState } from '#shared/accounts/model.ts';
import type { StoredAccount } from '../tables.ts';

/** The state with or without the mark that keeps rules from deciding. */
export function withHold({ held: _, ...state }: AccountState, isHeld: boolean): AccountState {
  return isHeld ? { ...state, held: true } : state;
}

/** A late event recalculates earlier states while rules don't decide; releasing must then start as early. */
export async function moveHold(
  trx: Trx,
  { id, verdict_held_from: heldFrom }: Pick<StoredAccount, 'id' | 'verdict_held_from'>,
  from: number,
): Promise<void> {
  if (heldFrom === null || heldFrom.getTime() <= from) return;
  await updateRow(trx, 'trading_account', id, { verdict_held_from: new Date(from) });
}
