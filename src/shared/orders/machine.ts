import { type OrderEvent, type OrderStatus, orderStatuses } from './types.ts';

/**
 * All allowed transitions of an order. A payment is accepted even after the order was abandoned, because providers may
 * report late and received money must lead to an account or a refund.
 */
export const orderTransitions = {
  draft: { submit: 'awaiting-payment', cancel: 'canceled', expire: 'expired' },
  'awaiting-payment': { process: 'processing', pay: 'paid', decline: 'failed', cancel: 'canceled', expire: 'expired' },
  processing: { pay: 'paid', decline: 'failed' },
  failed: { retry: 'awaiting-payment', process: 'processing', pay: 'paid', cancel: 'canceled', expire: 'expired' },
  canceled: { process: 'processing', pay: 'paid' },
  expired: { process: 'processing', pay: 'paid' },
  paid: { fulfill: 'fulfilled', refund: 'refunded' },
  fulfilled: { refund: 'refunded' },
  refunded: {},
} as const satisfies { readonly [State in OrderStatus]: { readonly [Event in OrderEvent]?: OrderStatus } };

type Table = typeof orderTransitions;

/** The status after an event, as a literal type if both arguments are literals; null if not allowed. */
export type NextOrderStatus<From extends OrderStatus, Event extends OrderEvent> = From extends OrderStatus
  ? Event extends keyof Table[From]
    ? Table[From][Event]
    : null
  : never;

export function transition<From extends OrderStatus, Event extends OrderEvent>(
  from: From,
  event: Event,
): NextOrderStatus<From, Event> {
  const steps: { readonly [Name in OrderEvent]?: OrderStatus } = orderTransitions[from];
  return (steps[event] ?? null) as NextOrderStatus<From, Event>;
}

export function statusesAllowing(event: OrderEvent): readonly OrderStatus[] {
  return orderStatuses.filter((state) => event in orderTransitions[state]);
}

/** Statuses of an order that still waits for its first payment. */
export const unpaidStatuses = ['draft', 'awaiting-payment', 'failed'] as const satisfies readonly OrderStatus[];

export const payableStatuses = ['awaiting-payment', 'failed'] as const satisfies readonly OrderStatus[];

export function isUnpaid({ status }: { readonly status: OrderStatus }): boolean {
  return unpaidStatuses.some((each) => each === status);
}

/** Statuses of an order that was paid and not refunded. */
export const paidStatuses = ['paid', 'fulfilled'] as const satisfies readonly OrderStatus[];

export function isPaid({ status }: { readonly status: OrderStatus }): boolean {
  return paidStatuses.some((each) => each === status);
}
