import { listRows } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueWebhook } from '#server/messages/webhooks/queue.ts';
import type { PerAccount } from '../event-log/feed-rows.ts';
import type { DeliveredEvent } from '../ports/platform/platform.ts';
import type { StoredAccount } from '../tables.ts';

const maxFills = 100;

/** Sends new fills to their owners' servers, so many in a message at most. */
export async function queueFillWebhooks(
  deps: Deps,
  trx: Trx,
  accounts: readonly Pick<StoredAccount, 'id' | 'person_id' | 'platform_account_id'>[],
  newEvents: PerAccount<readonly DeliveredEvent[]>,
): Promise<void> {
  const filled = accounts.filter(({ id }) => newEvents.get(id)?.some(({ event }) => event.type === 'fill'));
  if (filled.length === 0) return;
  const key = { affiliate_id: filled.map((account) => account.person_id), audience: 'trader' } as const;
  const listening = new Set((await listRows(trx, 'affiliate_endpoint', key)).map((row) => row.affiliate_id));
  for (const { id, person_id: personId, platform_account_id: number } of filled) {
    if (!listening.has(personId)) continue;
    const fills = (newEvents.get(id) ?? []).flatMap(({ sourceId, event }) => {
      if (event.type !== 'fill') return [];
      const { at, instrument, month, side, quantity, priceTicks, feeCents } = event;
      const price = { price_ticks: priceTicks, fee_cents: feeCents };
      return [{ id: sourceId, at: new Date(at).toISOString(), instrument, month, side, quantity, ...price }];
    });
    for (let start = 0; start < fills.length; start += maxFills) {
      const part = fills.slice(start, start + maxFills);
      await queueWebhook(deps, trx, {
        ...{ audience: 'trader', personId, type: 'account.filled', dedupeKey: `filled:${id}:${part[0]?.id}` },
        data: { account_id: id, platform_account_id: number, fills: part },
      });
    }
  }
}
