import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Actor, Deps } from '#server/core/deps.ts';
import { startStateOf } from '#server/orders/checkout/start.ts';
import { describeRight, saleOf } from '#server/orders/describe-sale.ts';
import { namedOrder, nameInLocale } from '#server/orders/products/name-in-locale.ts';
import type { myOrders } from '#shared/billing/contract-orders.ts';
import { includedTaxCents } from '#shared/orders/included-tax.ts';
import { payableStatuses } from '#shared/orders/machine.ts';
import { isRenewal } from '../bills/renewal.ts';

type Orders = z.output<typeof myOrders.data>['orders'];

const maxOrders = 200;

const opening = sql<Orders[number]['opening']>`(
  select json_build_object('status', status, 'reason', reason, 'until', floor(date_part('epoch', until) * 1000))
  from platform_opening where platform_opening.order_id = orders.id
)`.as('opening');

/**
 * A person's orders with their names in a language, newest first. `unfinished` limits them to those that can be paid or
 * started, or wait for their platform.
 */
export async function listOrders(
  deps: Deps,
  { personId, onlyReads }: Pick<Actor, 'personId' | 'onlyReads'>,
  { unfinished, locale }: { readonly unfinished: boolean; readonly locale: string },
): Promise<Orders> {
  const now = deps.clock();
  const rows = await deps.db
    .selectFrom('orders')
    .selectAll()
    .select(namedOrder('orders.id').as('named'))
    .select(opening)
    .where('person_id', '=', personId)
    .$if(unfinished, (query) =>
      query.where((where) =>
        where.or([
          where.and([
            where('status', 'in', [...payableStatuses]),
            where('expires_at', '>', now),
            where('payment_url', 'is not', null),
          ]),
          where.and([
            where('status', '=', 'paid'),
            where('begins_at', '>', now),
            where('refund_requested_at', 'is', null),
          ]),
          where('id', 'in', where.selectFrom('platform_opening').select('order_id')),
        ]),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(maxOrders)
    .execute();
  if (rows.length === 0) return [];
  const documents = await deps.db
    .selectFrom('invoice')
    .select(['number', 'kind', 'issued_at', 'order_id'])
    .select(sql<number>`(document ->> 'totalCents')::int`.as('totalCents'))
    .where('person_id', '=', personId)
    .orderBy('issued_at')
    .orderBy('kind', 'desc')
    .orderBy('number')
    .execute();
  return rows.map((order) => {
    const isOpen = payableStatuses.some((status) => status === order.status);
    const own = documents.filter(({ order_id: orderId }) => orderId === order.id);
    const credits = own.filter(({ kind }) => kind === 'credit');
    return {
      orderId: order.id,
      orderNumber: order.number,
      kind: order.kind,
      name: nameInLocale(deps, order.named, locale),
      platform: order.platform,
      // Renewals can't be paid manually, so an expired one is one whose charge was declined.
      status: order.status === 'expired' && isRenewal(order) ? 'failed' : order.status,
      lines: [...order.lines],
      totalCents: order.total_cents,
      taxCents: includedTaxCents(order.total_cents, order.tax_bps),
      refundedCents: credits.reduce((sum, { totalCents }) => sum - totalCents, 0),
      createdAt: order.created_at.getTime(),
      paidAt: order.paid_at?.getTime() ?? null,
      cancellationRight: describeRight(saleOf(deps, order).right),
      deferredUntil: startStateOf(deps, order) === 'deferred' ? (order.begins_at?.getTime() ?? null) : null,
      opening: order.status === 'paid' ? order.opening : null,
      paymentUrl: !onlyReads && isOpen && order.expires_at > now ? order.payment_url : null,
      documents: own.map(({ number, kind, issued_at: issuedAt }) => ({ number, kind, issuedAt: issuedAt.getTime() })),
    };
  });
}
