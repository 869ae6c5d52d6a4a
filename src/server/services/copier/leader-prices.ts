import type { AccountState } from '../../../domain/account/state.ts';
import { convertTicks, type Holding } from '../../../domain/copier/sizing.ts';
import { instruments } from '../../../domain/instrument/instruments.ts';
import type { Trx } from '../../deps.ts';

type Contract = Pick<Holding, 'instrument' | 'month'>;
type Price = Contract & { readonly priceTicks: number };

const readFills = 40;

/**
 * The last price of a contract as the leader saw it, in any size of the same market; undefined where the leader hasn't
 * traded it lately, or not since its last reset.
 */
export async function readLeaderPrices(trx: Trx, leaderId: string, { positions }: AccountState) {
  const held: Price[] = positions.map(({ instrument, month, lastPriceTicks: priceTicks }) => ({
    ...{ instrument, month, priceTicks },
  }));
  const rows = await trx
    .selectFrom('account_event')
    .select('event')
    .where('account_id', '=', leaderId)
    .where('type', '=', 'fill')
    // A reset ends positions without a price; what was traded before it may be long ago.
    .where('sequence', '>', (eb) =>
      eb
        .selectFrom('account_event as reset')
        .select((of) => of.fn.coalesce(of.fn.max('reset.sequence'), of.val(-1)).as('sequence'))
        .where('reset.account_id', '=', leaderId)
        .where('reset.type', '=', 'reset'),
    )
    .orderBy('sequence', 'desc')
    .limit(readFills)
    .execute();
  const traded = rows.flatMap(({ event }): Price[] => (event.type === 'fill' ? [event] : []));
  const known = [...held, ...traded];
  return ({ instrument, month }: Contract): number | undefined => {
    const market = instruments[instrument].fullSize;
    const found = known.find((each) => instruments[each.instrument].fullSize === market && each.month === month);
    return found && convertTicks(found.instrument, instrument, found.priceTicks);
  };
}
