import { insertOrder } from '#server/accounts/seed.ts';
import { startSubscription } from '#server/billing/subscriptions/start.ts';
import type { Deps } from '#server/core/deps.ts';
import { getProduct } from '#server/orders/products/registry.ts';
import { armFollowers } from './change-followers.ts';
import { saveCopyGroup } from './save-group.ts';

const boughtMs = 6 * 86_400_000;
const orderId = 'demo-order-thor';
const leaderOrderId = 'demo-order-classic-50k';
const followerOrderId = 'demo-order-ascension-50k';

/** A Thor package, and a follower with half its leader's size. Kept as the person leaves it. */
export async function seedCopier(deps: Deps, email: string): Promise<void> {
  const person = await deps.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst();
  const found = deps.catalog.packages.thor[0];
  if (!person || !found || !deps.platform.takesOrders) return;
  const boughtAt = new Date(deps.clock().getTime() - boughtMs);
  const demo = { orderId, packageId: found.id, platform: 'rithmic', kind: 'thor' } as const;
  const isNew = await deps.db.transaction().execute(async (trx) => {
    const order = await insertOrder(deps, trx, demo, person, found.priceCents, boughtAt);
    if (!order) return false;
    const plan = getProduct('thor').findPlan(deps.catalog, order.package_id);
    await startSubscription({ ...deps, clock: () => boughtAt }, trx, order, plan);
    return true;
  });
  if (!isNew) return;
  const rows = await deps.db
    .selectFrom('trading_account')
    .select(['id', 'order_id', 'state'])
    .where('order_id', 'in', [leaderOrderId, followerOrderId])
    .execute();
  const leader = rows.find((row) => row.order_id === leaderOrderId);
  const follower = rows.find((row) => row.order_id === followerOrderId);
  if (!leader || !follower) return;
  const sizing = { mode: 'ratio', hundredths: 50, size: 'leader' } as const;
  const followers = [{ accountId: follower.id, copyMode: 'order' as const, sizing, dailyStopCents: 40_000 }];
  await saveCopyGroup(deps, person.id, { leaderId: leader.id, followers });
  if (follower.state.positions.length === 0) await armFollowers(deps, person.id, [follower.id]);
}
