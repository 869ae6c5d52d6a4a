import { fundTrader, signInStaff } from '../server/support/funded.ts';
import type { Chance } from './chance.ts';
import type { World } from './world.ts';

export type Trader = { readonly personId: string; readonly token: string; readonly destinationId: string };
export type Firm = { readonly traders: Trader[]; readonly staff: readonly [string, string] };

const forever = new Date(Date.UTC(2999, 0, 1));

/** Two traders with a funded account and a winning week each, and two of the staff, signed in for good. */
export async function openFirm(world: World): Promise<Firm> {
  const { server } = world;
  // Five days of $2,000, of which rules v3 pay.
  const traders = [await fundTrader(server, { ticks: 160 }), await fundTrader(server, { ticks: 160 })];
  const hire = async () => (await signInStaff(server, 'admin', 'reviewer', 'finance', 'risk_manager')).token;
  const staff = [await hire(), await hire()] as const;
  await staySignedIn(world);
  return { traders, staff };
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
