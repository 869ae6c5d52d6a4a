import { type SqlBool, sql } from 'kysely';
import type { Deps, Trx } from '#server/core/deps.ts';
import { getProduct } from '#server/orders/products/registry.ts';
import type { OrderRow } from '#server/orders/tables.ts';

/** What the payment's provider says about the card; `unavailable` if it can't be asked now. */
export type CardCountry = string | null | 'unavailable';

/**
 * Whether staff must decide. The bank holds or has returned disputed money, so a refund would pay it twice; a passed
 * evaluation was performed in full; a refund doesn't take a reset back; and ending an account doesn't undo its funded
 * account or its payouts. Of what has started, the first that a person cancels is refunded by itself, unless its account has
 * ended or the country that gives the right doesn't fit what else we know.
 */
export async function needsStaff(trx: Trx, order: OrderRow, at: Date, cardCountry: CardCountry): Promise<boolean> {
  const isStarted = hasStarted(order, at);
  if (isStarted && getProduct(order.kind).revoke === undefined) return true;
  const { id } = order;
  const accounts = trx.selectFrom('trading_account').select('trading_account.id').where('order_id', '=', id);
  const { found } = await trx
    .selectNoFrom(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('payment_dispute').select('id').where('order_id', '=', id).where('status', '<>', 'won')),
        exists(accounts.where(sql<SqlBool>`(state ->> 'status' in ('passed', 'breached') or ended_at is not null)`)),
        exists(selectFrom('trading_account as funded').select('funded.id').where('parent_id', 'in', accounts)),
        exists(selectFrom('payout').select('payout.id').where('payout.account_id', 'in', accounts)),
      ]).as('found'),
    )
    .executeTakeFirstOrThrow();
  if (found) return true;
  return isStarted && ((await hadRefundBefore(trx, order)) || (await isCountryInDoubt(trx, order, cardCountry)));
}

/** A paid order may be on its way at the platform before it counts as fulfilled. */
function hasStarted({ status, begins_at: beginsAt }: OrderRow, at: Date): boolean {
  return status === 'fulfilled' || (beginsAt !== null && beginsAt <= at);
}

/** Asks the payment's provider, so call it before anything is locked. Only a started order depends on the answer. */
export async function readCardCountry(deps: Deps, order: OrderRow, at: Date): Promise<CardCountry> {
  if (!order.payment_session_id || !hasStarted(order, at)) return null;
  try {
    return (await deps.payments.findCard(order.payment_session_id))?.country ?? null;
  } catch (error) {
    deps.log.warn({ err: error, orderId: order.id }, 'the card’s country is unavailable');
    return 'unavailable';
  }
}

/** Whether another order of the person that had opened an account was refunded this way. */
async function hadRefundBefore(trx: Trx, { id, person_id: personId, email }: OrderRow): Promise<boolean> {
  const earlier = await trx
    .selectFrom('contract_cancellation')
    .innerJoin('orders', 'orders.id', 'contract_cancellation.order_id')
    .innerJoin('trading_account', 'trading_account.order_id', 'orders.id')
    .select('contract_cancellation.id')
    .where('contract_cancellation.outcome', '=', 'accepted')
    .where('orders.id', '<>', id)
    .where((where) =>
      where.or([
        where('orders.person_id', '=', personId),
        where(where.fn<string>('lower', ['orders.email']), '=', email.toLowerCase()),
      ]),
    )
    .executeTakeFirst();
  return earlier !== undefined;
}

/** Whether card, profile or identity document name another country than the order. What isn't known raises no doubt. */
async function isCountryInDoubt(
  trx: Trx,
  { person_id: personId, country }: OrderRow,
  cardCountry: CardCountry,
): Promise<boolean> {
  if (cardCountry !== null && cardCountry !== country) return true;
  const known = await trx
    .selectFrom('person')
    .leftJoin('identity_check', (join) =>
      join.onRef('identity_check.person_id', '=', 'person.id').on('identity_check.status', '=', 'approved'),
    )
    .select(['person.country', 'identity_check.country as documentCountry'])
    .where('person.id', '=', personId)
    .executeTakeFirst();
  return known !== undefined && [known.country, known.documentCountry ?? country].some((each) => each !== country);
}
