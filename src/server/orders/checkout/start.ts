import { getChangedRow, getLockedRow } from '#server/core/database/rows.ts';
import {
  type Actor,
  type Deps,
  notFound,
  type RequestContext,
  ServiceError,
  type Trx,
  writeAudit,
} from '#server/core/deps.ts';
import { isPaid } from '#shared/orders/machine.ts';
import { queueStartConfirmation } from '../fulfillment/queue-mails.ts';
import type { OrderRow } from '../tables.ts';
import { recordStartConsent } from './consents.ts';
import { findOrder, isSameSecret } from './find-order.ts';

export function startStateOf(
  deps: Deps,
  order: Pick<OrderRow, 'status' | 'begins_at' | 'refund_requested_at'>,
): 'deferred' | 'started' | 'ended' {
  if (!isPaid(order) || order.refund_requested_at !== null) return 'ended';
  const isLater = order.begins_at !== null && order.begins_at > deps.clock();
  return order.status === 'paid' && isLater ? 'deferred' : 'started';
}

type Proof = { readonly actor: Actor | null; readonly sessionId: string | undefined };

/** @throws {ServiceError} 404 if the order is unknown, or neither the signed-in person's nor the session's */
export async function getOrderToStart(deps: Deps, orderId: string, proof: Proof): Promise<OrderRow> {
  const order = await findOrder(deps, orderId);
  if (!order) throw notFound();
  const isOwn = proof.actor !== null && order.person_id === proof.actor.personId;
  if (!isOwn && !isSameSecret(proof.sessionId ?? '', order.session_id)) throw notFound();
  return order;
}

type Request = {
  readonly orderId: string;
  readonly requestContext: RequestContext;
  /** Where the buyer consented. */
  readonly via: 'result' | 'portal' | 'mail';
  /** As in the audit log. */
  readonly actor: string;
};

/**
 * Starts a deferred order now with the buyer's consent. Does nothing if it has already started.
 * @throws {ServiceError} 409 unless the order is paid and not being refunded
 */
export async function startOrder(deps: Deps, request: Request): Promise<{ beginsAt: number }> {
  const order = await deps.db.transaction().execute((trx) => start(deps, trx, request));
  if (startStateOf(deps, order) === 'ended') throw new ServiceError(409, 'start_not_possible');
  return { beginsAt: (order.begins_at ?? deps.clock()).getTime() };
}

async function start(deps: Deps, trx: Trx, { orderId, requestContext, via, actor }: Request): Promise<OrderRow> {
  const order = await getLockedRow(trx, 'orders', orderId);
  if (startStateOf(deps, order) !== 'deferred') return order;
  const now = deps.clock();
  const consent = recordStartConsent(now, requestContext.ip);
  const started = await getChangedRow(trx, 'orders', orderId, {
    start_now: true,
    begins_at: now,
    reconciled_at: null,
    consents: JSON.stringify([...order.consents, consent]),
  });
  const details = { via, version: consent.version, deferredUntil: order.begins_at?.toISOString() };
  await writeAudit(deps, trx, actor, 'order-start-requested', ['order', orderId], details);
  await queueStartConfirmation(deps, trx, started, consent);
  // The order's id alone is the key of the job that waits for the deferred start.
  await deps.jobs.send(trx, 'fulfill-order', { orderId }, { singletonKey: `start:${orderId}` });
  return started;
}
