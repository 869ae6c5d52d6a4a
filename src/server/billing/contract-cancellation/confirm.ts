import { findRow, updateRow } from '#server/core/database/rows.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import type { LinkParams, LinkState } from '#server/core/signature.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import type { Declaration } from '../tables.ts';
import { isConfirmationLink } from './link.ts';
import { needsStaff, readCardCountry } from './needs-staff.ts';
import { openReview } from './open-review.ts';

export async function findCancellationConfirmation(deps: Deps, link: LinkParams): Promise<LinkState> {
  if (!isConfirmationLink(deps, link)) return 'dead';
  const { db } = deps;
  const row = await findRow(db, 'contract_cancellation', link.id, ['outcome']);
  if (!row) return 'dead';
  return row.outcome === 'pending' ? 'open' : 'confirmed';
}

/** Carries out a declaration that the owner of the order's address has proven. It counts from when it was sent. */
export async function confirmContractCancellation(deps: Deps, link: LinkParams): Promise<LinkState> {
  if (!isConfirmationLink(deps, link)) return 'dead';
  const waiting = await findPending(deps.db, link.id);
  if (!waiting) return 'confirmed';
  const cardCountry = await readCardCountry(deps, waiting.order, waiting.declaration.received_at);
  await deps.db.transaction().execute(async (trx) => {
    const found = await lockPending(trx, link.id);
    if (!found) return;
    const { order, declaration } = found;
    // The whole price was owed when it was sent, and a start since then doesn't change that.
    const isFull =
      order.refund_requested_at === null && !(await needsStaff(trx, order, declaration.received_at, cardCountry));
    const outcome = isFull ? 'accepted' : 'review';
    await updateRow(trx, 'contract_cancellation', declaration.id, { outcome });
    if (isFull) await requestOrderRefund(deps, trx, order, 'withdrawal', 'guest');
    else await openReview(deps, trx, declaration, order.id, { personId: order.person_id });
  });
  return 'confirmed';
}

/** Gives staff a declaration whose link was never opened. */
export async function reviewUnconfirmedCancellation(deps: Deps, cancellationId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const found = await lockPending(trx, cancellationId);
    if (found) await openReview(deps, trx, found.declaration, found.order.id);
  });
}

type Pending = { readonly order: OrderRow; readonly declaration: Declaration };

/** Locks the order first, as a declaration does. */
async function lockPending(trx: Trx, id: string): Promise<Pending | undefined> {
  await selectOrderOf(trx, id).forUpdate().executeTakeFirst();
  return findPending(trx, id);
}

async function findPending(executor: Db | Trx, id: string): Promise<Pending | undefined> {
  const order = await selectOrderOf(executor, id).executeTakeFirst();
  const declaration = await findRow(executor, 'contract_cancellation', id);
  return order && declaration?.outcome === 'pending' ? { order, declaration } : undefined;
}

function selectOrderOf(executor: Db | Trx, id: string) {
  return executor
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', (eb) => eb.selectFrom('contract_cancellation').select('order_id').where('id', '=', id));
}
