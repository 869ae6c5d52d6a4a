import { minuteMs } from '#lib/durations.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { frontMonthOf } from '#shared/exchange/contract-month.ts';
import { isOpen } from '#shared/exchange/trading-day.ts';
import { trade } from '../server/support/trading.ts';
import type { Chance } from './chance.ts';
import { listAccounts, pickAccount, type Trader } from './firm.ts';
import type { Amendment } from './platform.ts';
import type { World } from './world.ts';

export const tradingMs = 11 * minuteMs;
const sizes: Readonly<Record<string, number>> = { '25K': 0.5, '50K': 1, '100K': 1.5, '150K': 2.2 };

/** The platform corrects the price of an account's newest fill, or names its fee, or books something by itself. */
export async function correct(world: World, trader: Trader, chance: Chance): Promise<void> {
  const account = await pickAccount(world, trader, chance);
  const fills = await world.db
    .selectFrom('account_event')
    .select(['source_id', 'event'])
    .where('account_id', '=', account?.id ?? '')
    .orderBy('at', 'desc')
    .limit(4)
    .execute();
  const found = fills.find(({ event }) => event.type === 'fill');
  if (account?.state.status !== 'active' || found?.event.type !== 'fill') return;
  const { side, quantity, priceTicks } = found.event;
  const at = Date.now();
  const of = found.source_id;
  const amendments: readonly Amendment[] = [
    { type: 'fill-correction', at, of, fill: { side, quantity, priceTicks: priceTicks + chance.between(-8, 8) } },
    { type: 'fill-fee', at, of, feeCents: chance.between(0, 400) },
  ];
  const event = chance.pick<AccountEvent | Amendment>([
    ...(world.options.isSimulated ? [] : amendments),
    { type: 'adjustment', at, amountCents: -chance.between(100, 2_000), cause: 'fee' },
    { type: 'adjustment', at, amountCents: chance.between(100, 2_000), cause: 'correction' },
  ]);
  world.platform.state.waiting.push({ account: { accountId: account.id }, events: [{ sourceId: `${at}-c`, event }] });
  world.count(`platform: ${event.type}`);
  await world.pass(minuteMs);
}

/**
 * A buy and a sale on each account of a person that may trade now, for the bridge to deliver.
 * @param ticks of an account of 50K @param only this account @returns whether the market is open
 */
export async function tradeAll(world: World, trader: Trader, ticks: number, only?: string): Promise<boolean> {
  const at = Date.now() + 1_000;
  if (!isOpen(at) || !isOpen(at + tradingMs)) return false;
  for (const { id, size, state, ended_at, access } of await listAccounts(world, trader)) {
    if (state.status !== 'active' || ended_at || access?.trading === false) continue;
    if (only !== undefined && only !== id) continue;
    const result = Math.round(ticks * (sizes[size] ?? 1));
    const events = trade(at, result, frontMonthOf('ES', at)).map((event, index) => ({
      ...{ sourceId: `${at}-${index}`, event },
    }));
    world.platform.state.waiting.push({ account: { accountId: id }, events });
    world.count('trade');
  }
  return true;
}
