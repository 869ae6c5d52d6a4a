import { fundTrader, signInStaff } from '../server/support/funded.ts';
import type { World } from './world.ts';

export type Trader = { readonly personId: string; readonly token: string; readonly destinationId: string };
export type Firm = { readonly traders: readonly Trader[]; readonly staff: readonly [string, string] };

const forever = new Date(Date.UTC(2999, 0, 1));

/** Two traders with a funded account and a winning week each, and two of the staff, signed in for good. */
export async function openFirm({ server, db }: World): Promise<Firm> {
  const traders = [await fundTrader(server), await fundTrader(server)];
  const hire = async () => (await signInStaff(server, 'admin', 'reviewer', 'finance', 'risk_manager')).token;
  const staff = [await hire(), await hire()] as const;
  await db.updateTable('session').set({ expires_at: forever }).execute();
  return { traders, staff };
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
