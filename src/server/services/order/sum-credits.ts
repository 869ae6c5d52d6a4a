import type { Db, Trx } from '../../deps.ts';

/** What an order's credit notes have taken back of its invoice, in cents. */
export async function sumCredits(executor: Db | Trx, orderId: string): Promise<number> {
  const rows = await executor
    .selectFrom('invoice')
    .select('document')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'credit')
    .execute();
  return rows.reduce((sum, { document }) => sum - document.totalCents, 0);
}
