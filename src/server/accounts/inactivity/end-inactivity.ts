import type { Deps, Trx } from '#server/core/deps.ts';
import type { DeliveredEvent } from '../ports/platform/platform.ts';
import type { StoredAccount } from '../tables.ts';

/** Schedules an immediate check of accounts whose inactivity was announced if one of their new events is a fill. */
export async function endInactivity(
  deps: Deps,
  trx: Trx,
  accounts: readonly Pick<StoredAccount, 'id' | 'is_inactive'>[],
  newEvents: ReadonlyMap<string, readonly DeliveredEvent[]>,
): Promise<void> {
  const traded = accounts.filter(
    ({ id, is_inactive: isInactive }) =>
      isInactive && newEvents.get(id)?.some(({ event }) => event.type === 'fill') === true,
  );
  if (traded.length === 0) return;
  const ids = traded.map(({ id }) => id);
  await trx.updateTable('trading_account').set({ inactivity_due_at: deps.clock() }).where('id', 'in', ids).execute();
  await deps.jobs.send(trx, 'check-inactivity', {}, { singletonKey: 'traded' });
}
