import type { Trx } from '#server/core/deps.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { parseOrderNumber } from '#shared/orders/number.ts';

/** Finds and locks the order of a number or id that was placed with this address. */
export async function findOrder(
  trx: Trx,
  { order, email }: { readonly order: string; readonly email: string },
): Promise<OrderRow | undefined> {
  const number = parseOrderNumber(order) ?? '';
  return trx
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', order), eb('number', '=', number)]))
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
    .forUpdate()
    .executeTakeFirst();
}

/** The order of an invoice number and address. Invoice numbers are consecutive, so they identify nobody. */
export async function findInvoicedOrder(
  trx: Trx,
  { order_given: number, email }: { readonly order_given: string; readonly email: string },
): Promise<{ id: string } | undefined> {
  return trx
    .selectFrom('invoice')
    .innerJoin('orders', 'orders.id', 'invoice.order_id')
    .select('orders.id')
    .where('invoice.number', '=', number.toUpperCase())
    .where((eb) => eb(eb.fn<string>('lower', ['orders.email']), '=', email))
    .executeTakeFirst();
}
