import type { AccountAccess } from '../../db/schema.ts';
import type { Db, Deps } from '../../deps.ts';
import { type AccountChange, accountChannel } from '../feed/channel.ts';
import { notifyOwner } from './notify-owner.ts';

/** What the platform assumes of an account it has opened. */
const asOpened: AccountAccess = { trading: true, marketData: [] };
const longestChase = 5;

/**
 * Tells the platform what an account may do, until what it was told last is what holds: two runs at once, one with older
 * news, end right whichever of them comes last.
 */
export async function syncAccess(deps: Deps, accountId: string): Promise<void> {
  for (let round = 0; round < longestChase; round += 1) {
    if (!(await tellOnce(deps, accountId))) return;
  }
  throw new Error(`What account ${accountId} may do changes faster than the platform is told`);
}

async function tellOnce(deps: Deps, accountId: string): Promise<boolean> {
  const account = await findAccount(deps.db, accountId);
  if (!account || account.ended_at !== null) return false;
  const wanted = await readAccess(deps.db, account);
  const told = account.access ?? asOpened;
  if (isSame(wanted, told)) return false;
  const { platform, platform_account_id: platformAccountId } = account;
  await deps.platform.setAccess({ accountId, platform, platformAccountId }, wanted);
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock();
    const stored = await trx
      .updateTable('trading_account')
      .set({ access: JSON.stringify(wanted), suspended_at: wanted.trading ? null : now })
      .where('id', '=', accountId)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (wanted.trading !== told.trading) {
      const kind = wanted.trading ? 'resumed' : 'suspended';
      await notifyOwner(deps, trx, stored, { kind, key: `${kind}:${now.getTime()}` });
    }
    const change: AccountChange = { accountId, sequence: stored.sequence };
    await deps.bus.publish(trx, accountChannel(stored.person_id), JSON.stringify(change));
  });
  return true;
}

async function findAccount(db: Db, accountId: string) {
  return db
    .selectFrom('trading_account')
    .innerJoin('orders', 'orders.id', 'trading_account.order_id')
    .select(['trading_account.id', 'trading_account.person_id', 'trading_account.platform', 'platform_account_id'])
    .select(['trading_account.access', 'trading_account.ended_at', 'orders.lines'])
    .where('trading_account.id', '=', accountId)
    .executeTakeFirst();
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** The account trades while nothing holds it, and sees its add-on and the data its owner has running there. */
async function readAccess(db: Db, account: Account): Promise<AccountAccess> {
  const hold = await db
    .selectFrom('account_suspension')
    .select('source')
    .where('account_id', '=', account.id)
    .limit(1)
    .executeTakeFirst();
  const running = await db
    .selectFrom('subscription')
    .select('package_id')
    .distinct()
    .where('person_id', '=', account.person_id)
    .where('platform', '=', account.platform)
    .where('kind', '=', 'market-data')
    .where('status', '=', 'active')
    .execute();
  const addOn = account.lines.some(({ item }) => item === 'market-data') ? ['market-data'] : [];
  return { trading: hold === undefined, marketData: [...addOn, ...running.map((row) => row.package_id)].sort() };
}

function isSame(left: AccountAccess, right: AccountAccess): boolean {
  return left.trading === right.trading && left.marketData.join() === right.marketData.join();
}
