import type { Db, Trx } from '#server/core/deps.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { parseOrderNumber } from '#shared/orders/number.ts';

type Named = { readonly order: string; readonly email: string };

/** Finds and locks the order of a number or id that was placed with this address. */
export function findOrder(trx: Trx, named: Named): Promise<OrderRow | undefined> {
  return selectOrder(trx, named).forUpdate().executeTakeFirst();
}

export function selectOrder(executor: Db | Trx, { order, email }: Named) {
  const number = parseOrderNumber(order) ?? '';
  return executor
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', order), eb('number', '=', number)]))
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email));
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
