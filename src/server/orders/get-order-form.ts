import type * as z from 'zod/mini';
import { findDiscount } from '#server/catalog/discounts.ts';
import { isNull, requireRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type * as calls from '#shared/orders/contract.ts';
import { addOns } from '#shared/orders/types.ts';

type OrderForm = z.output<typeof calls.orderForm.data>;

/**
 * What the buyer entered for an unpaid order.
 * @param scope as in `buyerScope`; the order's link alone must not show what someone typed
 * @throws {ServiceError} 404 for an unknown or paid order, and for another buyer's
 */
export async function getOrderForm(deps: Deps, orderId: string, scope: string | null): Promise<OrderForm> {
  const order = await requireRow(deps.db, 'orders', { id: orderId, idempotency_scope: scope ?? '', paid_at: isNull });
  const { details, lines, coupon } = order;
  // Nobody has to type a promotion's code: it applies by itself while it runs.
  const isPromotion = coupon !== null && (await findDiscount(deps, deps.db, coupon)) !== null;
  return {
    choice: {
      platform: order.platform,
      addOns: addOns.filter((addOn) => lines.some(({ item }) => item === addOn)),
      coupon: isPromotion ? '' : (coupon ?? ''),
      withoutPromotion: details.withoutPromotion ?? false,
      professional: details.professional ?? null,
      exchanges: [...(details.exchanges ?? [])],
    },
    buyer: {
      email: order.email,
      first_name: order.first_name,
      last_name: order.last_name,
      latin_name: order.latin_name ?? '',
      country: order.country,
      postal_code: order.postal_code ?? '',
      company_name: order.company_name ?? '',
      vat_number: order.vat_number ?? '',
      startNow: order.start_now ? 1 : 0,
    },
  };
}
