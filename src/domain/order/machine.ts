import type { OrderEvent, OrderState } from './types.ts';

/**
 * Every allowed step of an order; what is missing is not allowed. A payment is accepted even after the order was given
 * up: providers report late, and money that was taken must lead to an account or a refund.
 */
export const orderTransitions = {
  draft: { submit: 'awaiting-payment', cancel: 'cancelled', expire: 'expired' },
  'awaiting-payment': { pay: 'paid', decline: 'failed', cancel: 'cancelled', expire: 'expired' },
  failed: { retry: 'awaiting-payment', pay: 'paid', cancel: 'cancelled', expire: 'expired' },
  cancelled: { pay: 'paid' },
  expired: { pay: 'paid' },
  paid: { fulfil: 'fulfilled', refund: 'refunded' },
  fulfilled: { refund: 'refunded' },
  refunded: {},
} as const satisfies { readonly [State in OrderState]: { readonly [Event in OrderEvent]?: OrderState } };

type Table = typeof orderTransitions;

/** The state after an event, known to the compiler where both are literals; null where the step is not allowed. */
export type NextOrderState<From extends OrderState, Event extends OrderEvent> = From extends OrderState
  ? Event extends keyof Table[From]
    ? Table[From][Event]
    : null
  : never;

export function transition<From extends OrderState, Event extends OrderEvent>(
  from: From,
  event: Event,
): NextOrderState<From, Event> {
  const steps: { readonly [Name in OrderEvent]?: OrderState } = orderTransitions[from];
  return (steps[event] ?? null) as NextOrderState<From, Event>;
}

/** The states an event is allowed in: the condition of the update that carries it out. */
export function statesAllowing(event: OrderEvent): readonly OrderState[] {
  return orderStates.filter((state) => event in orderTransitions[state]);
}

export const orderStates = Object.keys(orderTransitions) as readonly OrderState[];

/** Nothing but a late payment or a refund can still happen to the order. */
export function isClosed(state: OrderState): boolean {
  return state === 'fulfilled' || state === 'cancelled' || state === 'expired' || state === 'refunded';
}
