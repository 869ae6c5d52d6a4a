import { fulfillOrder } from '#server/orders/fulfillment/fulfill.ts';
import { fundTrader, signInStaff, weekUntil } from '../server/support/funded.ts';
import { makePayable } from '../server/support/payee.ts';
import { buyAccount, signInPerson } from '../server/support/people.ts';
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

/** Traders with a funded account and a winning week each, some at the start, and two of the staff, signed in for good. */
export async function openFirm(world: World): Promise<Firm> {
  const { server } = world;
  const week = weekUntil(Date.now());
  const traders: Trader[] = [];
  for (let funded = world.options.funded; funded > 0; funded -= 1) traders.push(await fundTrader(server, { week }));
  for (const packageId of world.options.evaluations) {
    const { personId, token } = await signInPerson(server);
    await buyAccount(server, personId, packageId);
    await makePayable(server, personId);
    traders.push({ personId, token });
  }
  // Their orders are delivered before anything happens, as a shop's are before its buyers trade.
  const orders = await world.db.selectFrom('orders').select('id').where('status', '=', 'paid').orderBy('id').execute();
  for (const { id } of orders) await fulfillOrder(server.deps, id);
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
