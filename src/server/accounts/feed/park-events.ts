import type { Deps } from '#server/core/deps.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { isInstrument } from '#shared/exchange/instruments.ts';
import { type ContractEvent, isListed } from '../ports/platform/bridge-messages.ts';
import type { AppliedEvents } from './match-transfers.ts';

type ParkedEntry = { readonly sourceId: string; readonly event: ContractEvent };

/**
 * Parks events of contracts that the catalog doesn't list and mails staff once per contract. The caller ingests
 * the other events. @returns how many were newly parked
 */
export async function parkEvents(deps: Deps, accountId: string, events: AppliedEvents): Promise<number> {
  const parked = events.flatMap(({ sourceId, event }): ParkedEntry[] =>
    'instrument' in event && !isListed(event) ? [{ sourceId, event }] : [],
  );
  if (parked.length === 0) return 0;
  return deps.db.transaction().execute(async (trx) => {
    const rows = await trx
      .insertInto('parked_event')
      .values(
        parked.map(({ sourceId, event }) => ({
          account_id: accountId,
          source_id: sourceId,
          instrument: event.instrument,
          month: event.month,
          reason: isInstrument(event.instrument) ? ('unlisted-month' as const) : ('unknown-instrument' as const),
          event: JSON.stringify(event),
          parked_at: deps.clock(),
        })),
      )
      .onConflict((conflict) => conflict.columns(['account_id', 'source_id']).doNothing())
      .returning(['instrument', 'month', 'reason'])
      .execute();
    for (const { instrument, month, reason } of rows) {
      const contract = contractName(instrument, month);
      deps.log.error({ accountId, instrument, month, reason }, 'an event is parked');
      await queueMail(deps, trx, staffOf(deps), 'parked-staff', `parked-staff:${instrument}:${month}`, {
        contract,
        accountId,
      });
    }
    return rows.length;
  });
}
