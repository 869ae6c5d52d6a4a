import { findRow, insertOnce, listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { Fill } from '#shared/accounts/model.ts';

const orderId = 'demo-order-merit-25k';
const sampleOrders = 8;

/** Orders of the terminal that match the account's latest fills, for its order list. Kept once they exist. */
export async function seedTradingOrders(deps: Deps): Promise<void> {
  const account = await findRow(deps.db, 'trading_account', { order_id: orderId }, ['id']);
  if (!account || !deps.platform.takesOrders) return;
  const rows = await listRows(deps.db, 'account_event', { account_id: account.id, type: 'fill' }, ['event'], {
    orderBy: 'sequence desc',
    limit: sampleOrders,
  });
  const fills = rows.reverse().flatMap(({ event }) => (event.type === 'fill' ? [event] : []));
  if (fills.length === 0) return;
  await insertOnce(
    deps.db,
    'trading_order',
    fills.map((fill, index) => createSampleOrder(account.id, fill, index + 1)),
  );
}

function createSampleOrder(accountId: string, fill: Fill, number: number) {
  const { instrument, month, side, quantity, priceTicks, feeCents, at } = fill;
  return {
    ...{ id: `sample-order-${number}`, account_id: accountId, request_id: `sample-${number}` },
    ...({ instrument, month, side, quantity, type: 'market', role: 'own', bracket: null, status: 'filled' } as const),
    ...{ placed_at: new Date(at), done_at: new Date(at), fill_ticks: priceTicks, fee_cents: feeCents },
  };
}
