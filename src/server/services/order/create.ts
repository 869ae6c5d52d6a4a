import type * as z from 'zod/mini';
import type * as calls from '../../../contract/orders.ts';
import type { Actor, Deps, Visitor } from '../../deps.ts';
import { ServiceError } from '../../errors.ts';
import { newId, newToken, sha256 } from '../../ids.ts';
import { takeConsents } from './consents.ts';
import { type OrderRow, recordOrder } from './move.ts';
import { openPayment } from './open-payment.ts';
import { type Quote, quoteOrder } from './quote.ts';

type Wanted = z.output<typeof calls.createOrder.body>;
type Opened = z.output<typeof calls.createOrder.data>;

type Request = {
  readonly visitor: Visitor;
  readonly actor: Actor | null;
  readonly idempotencyKey: string;
  readonly wanted: Wanted;
};

/** How long an order can be paid; payment pages stay open for as long. */
const paymentWindowMs = 2 * 60 * 60 * 1000;

/**
 * Opens an order and its payment. The same key with the same body gives the same order, however often and however
 * simultaneously it comes.
 * @throws {ServiceError} 409 `idempotency_conflict` for the same key with another body, 409 `price_changed` with the
 * new quote as data, 503 while the payment provider does not answer: the same key may then be tried again
 */
export async function createOrder(deps: Deps, request: Request): Promise<Opened> {
  const order = (await findByKey(deps, request)) ?? (await insertOrder(deps, request));
  if (order.request_hash !== hashOf(request)) throw new ServiceError(409, 'idempotency_conflict');
  const opened = await openPayment(deps, order);
  return { orderId: opened.id, sessionId: opened.session_id, paymentUrl: opened.payment_url };
}

function scopeOf({ actor, visitor, wanted }: Request): string {
  if (actor) return `person:${actor.personId}`;
  return wanted.browserSessionId ? `browser:${wanted.browserSessionId}` : `address:${visitor.ip}`;
}

function hashOf({ wanted }: Request): string {
  const { browserSessionId: _browser, ...rest } = wanted;
  return sha256(JSON.stringify(rest));
}

async function findByKey(deps: Deps, request: Request): Promise<OrderRow | undefined> {
  return deps.db
    .selectFrom('orders')
    .selectAll()
    .where('idempotency_scope', '=', scopeOf(request))
    .where('idempotency_key', '=', request.idempotencyKey)
    .executeTakeFirst();
}

async function insertOrder(deps: Deps, request: Request): Promise<OrderRow> {
  const quote = quoteOrder(deps, request.wanted.selection);
  if (quote.totalCents !== request.wanted.expectedTotalCents) {
    throw new ServiceError(409, 'price_changed', { data: quote });
  }
  const inserted = await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('orders')
      .values(toRow(deps, request, quote))
      .onConflict((conflict) => conflict.columns(['idempotency_scope', 'idempotency_key']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    const actor = row.person_id ? `person:${row.person_id}` : 'guest';
    await recordOrder(deps, trx, {
      orderId: row.id,
      actor,
      action: 'order-created',
      details: { packageId: row.package_id, totalCents: row.total_cents },
    });
    return row;
  });
  const order = inserted ?? (await findByKey(deps, request));
  if (!order) throw new Error('An order that was there a moment ago is gone');
  return order;
}

function toRow(deps: Deps, request: Request, quote: Quote) {
  const { visitor, actor, wanted } = request;
  const now = deps.clock();
  const { selection } = wanted;
  return {
    id: newId(),
    session_id: newToken(),
    kind: selection.kind,
    status: 'draft' as const,
    // A guest with a known address is nobody yet: the order becomes that person's when it is paid.
    person_id: actor?.personId ?? null,
    email: actor?.email ?? wanted.email,
    first_name: wanted.first_name,
    last_name: wanted.last_name,
    country: wanted.country,
    locale: visitor.locale,
    package_id: selection.packageId,
    platform: selection.platform,
    rules_version: deps.catalog.packages.rulesVersion,
    lines: JSON.stringify(quote.lines),
    coupon: quote.coupon === 'applied' ? selection.coupon.toUpperCase() : null,
    total_cents: quote.totalCents,
    currency: quote.currency,
    consents: JSON.stringify(takeConsents(now, visitor.ip)),
    idempotency_scope: scopeOf(request),
    idempotency_key: request.idempotencyKey,
    request_hash: hashOf(request),
    payment_provider: deps.payments.name,
    payment_session_id: null,
    payment_url: null,
    created_at: now,
    expires_at: new Date(now.getTime() + paymentWindowMs),
  };
}
