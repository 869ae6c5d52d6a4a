import { hourMs } from '#lib/durations.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { frontMonthOf } from '#shared/exchange/contract-month.ts';
import { getTradingDay, lastClosedDayAt, previousTradingDay, sessionCloseAt } from '#shared/exchange/trading-day.ts';
import { fundTrader, signInStaff } from '../server/support/funded.ts';
import { makePayable } from '../server/support/payee.ts';
import { buyAccount, signInPerson } from '../server/support/people.ts';
import { trade } from '../server/support/trading.ts';
import type { Chance } from './chance.ts';
import type { World } from './world.ts';

export type Trader = { readonly personId: string; readonly token: string };
export type Firm = {
  readonly traders: Trader[];
  /** Who has deleted their profile. */
  readonly gone: string[];
  readonly staff: readonly [string, string];
};

const forever = new Date(Date.UTC(2999, 0, 1));

/** Five days of $2,000, of which rules v3 pay, that end with a time. */
function winWeek(until: number): AccountEvent[] {
  const days = [lastClosedDayAt(until)];
  while (days.length < 5) days.unshift(previousTradingDay(days[0] ?? getTradingDay('')));
  const month = frontMonthOf('ES', until);
  const trades = days.flatMap((day) => trade(sessionCloseAt(day) - 4 * hourMs, 160, month));
  return [...trades, { type: 'mark', at: until - 1, instrument: 'ES', month, priceTicks: 1 }];
}

/** Two traders with a funded account and a winning week each, some at the start, and two of the staff, signed in for good. */
export async function openFirm(world: World): Promise<Firm> {
  const { server } = world;
  const week = winWeek(Date.now());
  const traders: Trader[] = [await fundTrader(server, { week }), await fundTrader(server, { week })];
  for (const packageId of world.options.evaluations) {
    const { personId, token } = await signInPerson(server);
    await buyAccount(server, personId, packageId);
    await makePayable(server, personId);
    traders.push({ personId, token });
  }
  const hire = async () => (await signInStaff(server, 'admin', 'reviewer', 'finance', 'risk_manager', 'support')).token;
  const staff = [await hire(), await hire()] as const;
  await staySignedIn(world);
  return { traders, gone: [], staff };
}

/** Sessions end after weeks, and a password counts for minutes; people here don't sign in again. */
export async function staySignedIn({ db }: World): Promise<void> {
  await db.updateTable('session').set({ expires_at: forever, confirmed_at: forever }).execute();
}

export function listAccounts({ db }: World, { personId }: Trader) {
  return db
    .selectFrom('trading_account')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute();
}

/** The payouts of a person, newest first. */
export function listPayouts({ db }: World, { personId }: Trader) {
  return db.selectFrom('payout').selectAll().where('person_id', '=', personId).orderBy('number', 'desc').execute();
}

/** One of a person's accounts; undefined if they have none. */
export async function pickAccount(world: World, trader: Trader, chance: Chance) {
  const accounts = await listAccounts(world, trader);
  return accounts.length > 0 ? chance.pick(accounts) : undefined;
}
