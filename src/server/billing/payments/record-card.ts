import { createHmac } from 'node:crypto';
import { reviewOwnSales } from '#server/affiliates/review-own-sales.ts';
import { findRow, isNull, updateRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';

/**
 * Stores which card paid an order, as a keyed hash of the provider's fingerprint, and checks the commissions that
 * depend on it. Not part of the payment, because the provider must be asked.
 */
export async function recordCard(deps: Deps, orderId: string): Promise<void> {
  const order = await findRow(deps.db, 'orders', { id: orderId, card_fingerprint: isNull }, [
    'payment_session_id',
    'person_id',
  ]);
  if (!order?.payment_session_id || order.person_id === null) return;
  const card = await deps.payments.findCard(order.payment_session_id);
  if (!card?.fingerprint) return;
  const key = deps.keys.derive('card-fingerprint');
  const card_fingerprint = createHmac('sha256', key).update(card.fingerprint).digest('base64url');
  await updateRow(deps.db, 'orders', orderId, { card_fingerprint });
  await reviewOwnSales(deps, order.person_id);
}
