import { detachOwnSales } from '#server/affiliates/detach-own-sales.ts';
import { updateRow } from '#server/core/database/rows.ts';
import { type Deps, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { addressKey } from '#server/core/mail/address-key.ts';
import { invalidateCodes } from '#server/people/codes/invalidate.ts';
import { findTrialClaim } from '#server/people/trial-claim.ts';
import { moveCouponUses } from '../coupon.ts';
import type { OrderRow } from '../tables.ts';
import { findOrCreatePerson } from './pay.ts';

const ownedTables = ['orders', 'trading_account', 'subscription', 'bill', 'invoice', 'performance_review'] as const;

/**
 * Moves what a browser bought as a guest from a mistyped email address to the right one. Links already mailed to the
 * mistyped address stop working, and unsent mails to it are deleted. If the right address belongs to a person, they get
 * the purchase as if it had been made with that address; the response reveals nothing about them.
 * @throws {ServiceError} 409 `order_claimed` if the mistyped address has orders of another browser, 409 `trial_used` or
 * `coupon_once` if the right one has already used its trial or the order's once-per-person coupon
 */
export async function moveToAddress(deps: Deps, trx: Trx, order: OrderRow, email: string): Promise<OrderRow> {
  const { person_id: from } = order;
  if (from === null) throw new ServiceError(409, 'order_claimed');
  const otherOrder = await trx
    .selectFrom('orders')
    .select('id')
    .where('person_id', '=', from)
    .where('idempotency_scope', '<>', order.idempotency_scope)
    .executeTakeFirst();
  if (otherOrder) throw new ServiceError(409, 'order_claimed');
  const to = await findOrCreatePerson(deps, trx, { ...order, email });
  await moveTrial(trx, { from, to, email });
  await moveCouponUses(trx, { from, to, email });
  const ownSales = await detachOwnSales(deps, trx, { from, to, email });
  for (const table of ownedTables) {
    await trx.updateTable(table).set({ person_id: to }).where('person_id', '=', from).execute();
  }
  await trx.updateTable('orders').set({ email }).where('person_id', '=', to).where('email', '=', order.email).execute();
  await invalidateCodes(deps, trx, from, ['verify-email', 'verify-link', 'set-password', 'reset-password']);
  await trx.deleteFrom('mail').where('recipient', '=', order.email).where('sent_at', 'is', null).execute();
  await writeAudit(deps, trx, 'guest', 'address-corrected', ['order', order.id], {
    from,
    to,
    ...(ownSales.length > 0 && { ownSales }),
  });
  return { ...order, email, person_id: to };
}

async function moveTrial(trx: Trx, { from, to, email }: { from: string; to: string; email: string }): Promise<void> {
  const claim = await findTrialClaim(trx, { personId: from });
  if (!claim) return;
  const existingClaim = (await findTrialClaim(trx, { personId: to })) ?? (await findTrialClaim(trx, { email }));
  if (existingClaim && existingClaim.orderId !== claim.orderId) throw new ServiceError(409, 'trial_used');
  await updateRow(trx, 'trial_claim', { order_id: claim.orderId }, { person_id: to, address_key: addressKey(email) });
}
