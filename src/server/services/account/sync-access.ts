import { periodEnd } from '../../../domain/order/renewal.ts';
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
  const wanted = await readAccess(deps, account);
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
    .select(['trading_account.access', 'trading_account.ended_at', 'trading_account.programme'])
    .select(['trading_account.opened_at', 'orders.lines'])
    .where('trading_account.id', '=', accountId)
    .executeTakeFirst();
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/**
 * The account trades while nothing suspends it, and sees the data its programme includes, its add-on in the first month
 * and what its owner has running there; a professional's exchanges are named one by one.
 */
async function readAccess({ db, catalog, clock }: Deps, account: Account): Promise<AccountAccess> {
  const hold = await db
    .selectFrom('account_suspension')
    .select('source')
    .where('account_id', '=', account.id)
    .limit(1)
    .executeTakeFirst();
  const running = await db
    .selectFrom('subscription')
    .innerJoin('orders', 'orders.id', 'subscription.order_id')
    .select(['subscription.package_id', 'orders.details'])
    .where('subscription.person_id', '=', account.person_id)
    .where('subscription.platform', '=', account.platform)
    .where('subscription.kind', '=', 'market-data')
    .where('subscription.status', '=', 'active')
    .execute();
  const included = catalog.packages.programmes[account.programme].includedData;
  const hasAddOn = account.lines.some(({ item }) => item === 'market-data') && addOnEndsAt(account) > clock().getTime();
  const bought = running.flatMap(({ package_id: id, details: { exchanges } }) =>
    exchanges === undefined ? [id] : exchanges.map((exchange) => `${id}:${exchange}`),
  );
  const marketData = new Set([
    ...(included === null ? [] : [included]),
    ...(hasAddOn ? ['market-data'] : []),
    ...bought,
  ]);
  return { trading: hold === undefined, marketData: [...marketData].sort() };
}

/** The end of the first month, which the add-on covers. */
export function addOnEndsAt({ opened_at: openedAt }: { readonly opened_at: Date }): number {
  return periodEnd(openedAt.getTime(), openedAt.getTime(), 'monthly');
}

function isSame(left: AccountAccess, right: AccountAccess): boolean {
  return left.trading === right.trading && left.marketData.join() === right.marketData.join();
}
