import type { Trx } from '#server/core/deps.ts';
import type { AccountState } from '#shared/accounts/model.ts';
import { convertTicks, type Holding } from '#shared/copier/sizing.ts';
import { instruments } from '#shared/exchange/instruments.ts';

type Contract = Pick<Holding, 'instrument' | 'month'>;
type Price = Contract & { readonly priceTicks: number };

const maxFills = 40;

/**
 * @returns the leader's last price of a contract, from any contract size of its market; undefined if the leader hasn't
 * traded it recently or since its last reset
 */
export async function readLeaderPrices(trx: Trx, leaderId: string, { positions }: AccountState) {
  const heldPrices: Price[] = positions.map(({ instrument, month, lastPriceTicks: priceTicks }) => ({
    ...{ instrument, month, priceTicks },
  }));
  const rows = await trx
    .selectFrom('account_event')
    .select('event')
    .where('account_id', '=', leaderId)
    .where('type', '=', 'fill')
    // A reset ends positions without a price, and fills before it may be old.
    .where('sequence', '>', (eb) =>
      eb
        .selectFrom('account_event as reset')
        .select((reset) => reset.fn.coalesce(reset.fn.max('reset.sequence'), reset.val(-1)).as('sequence'))
        .where('reset.account_id', '=', leaderId)
        .where('reset.type', '=', 'reset'),
    )
    .orderBy('sequence', 'desc')
    .limit(maxFills)
    .execute();
  const tradedPrices = rows.flatMap(({ event }): Price[] => (event.type === 'fill' ? [event] : []));
  const knownPrices = [...heldPrices, ...tradedPrices];
  return ({ instrument, month }: Contract): number | undefined => {
    const market = instruments[instrument].fullSize;
    const found = knownPrices.find((each) => instruments[each.instrument].fullSize === market && each.month === month);
    return found && convertTicks(found.instrument, instrument, found.priceTicks);
  };
}
