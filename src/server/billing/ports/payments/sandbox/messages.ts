import { z } from 'zod';
import { parseJson } from '#lib/parse-json.ts';
import { type ProviderRefund, refundStatuses } from '#shared/orders/provider-refund.ts';
import type { PaymentEventType, ProviderEvent } from '../events.ts';

/** The sandbox's webhook format, which differs from ours like another company's. */
const message = z.object({
  id: z.string().min(1).max(100),
  type: z.enum([
    'payment.processing',
    'payment.paid',
    'payment.declined',
    'payment.canceled',
    'payment.expired',
    'payment.refunded',
    'payment.disputed',
    'payment.dispute-won',
    'payment.dispute-lost',
    'payment.method-changed',
  ]),
  created: z.int(),
  data: z.object({
    payment_id: z.string(),
    order_id: z.string(),
    amount_cents: z.int(),
    currency: z.string(),
    method: z.nullable(z.string()).optional(),
    refunds: z
      .array(
        z.object({
          id: z.string(),
          amount_cents: z.int(),
          status: z.enum(refundStatuses),
          request_id: z.nullable(z.string()),
        }),
      )
      .optional(),
  }),
});

type Payment = {
  readonly id: string;
  readonly order_id: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly method?: string | null;
};

const types = {
  'payment.processing': 'processing',
  'payment.paid': 'paid',
  'payment.declined': 'declined',
  'payment.canceled': 'canceled',
  'payment.expired': 'expired',
  'payment.refunded': 'refunded',
  'payment.disputed': 'disputed',
  'payment.dispute-won': 'dispute-won',
  'payment.dispute-lost': 'dispute-lost',
} as const satisfies Record<string, PaymentEventType>;

/** Prefix of zero payments that save a payment method for a subscription without one. */
export const methodChangePrefix = 'card:';

export function writeMessage(
  eventId: string,
  type: PaymentEventType | 'method-changed',
  payment: Payment,
  at: Date,
  refunds?: readonly ProviderRefund[],
): string {
  const { id, order_id, amount_cents, currency, method = null } = payment;
  return JSON.stringify({
    id: eventId,
    type: `payment.${type}`,
    created: Math.floor(at.getTime() / 1000),
    // The sandbox identifies a saved card by the payment it was used for.
    data: {
      ...{ payment_id: id, order_id, amount_cents, currency, method: method ?? (type === 'paid' ? id : null) },
      ...(refunds && {
        refunds: refunds.map(({ id, amountCents, status, requestId }) => ({
          ...{ id, amount_cents: amountCents, status, request_id: requestId },
        })),
      }),
    },
  } satisfies z.input<typeof message>);
}

/** Null for unknown message types, which a provider may add. */
export function parseMessage(body: string): ProviderEvent | null {
  const parsed = message.safeParse(parseJson(body));
  if (!parsed.success) return null;
  const { id, type, data } = parsed.data;
  if (type === 'payment.method-changed') {
    const { order_id: orderId, payment_id: method } = data;
    const subscriptionId = orderId.startsWith(methodChangePrefix) ? orderId.slice(methodChangePrefix.length) : null;
    return { eventId: id, type: 'method-changed', method, subscriptionId };
  }
  const event = { eventId: id, type: types[type], ...toEventFacts(data) };
  if (!type.includes('dispute')) return event;
  return { ...event, dispute: { id: `dispute_${data.payment_id}`, reason: 'not recognized' } };
}

function toEventFacts(data: z.output<typeof message>['data']) {
  return {
    paymentSessionId: data.payment_id,
    orderId: data.order_id,
    amountCents: data.amount_cents,
    currency: data.currency,
    method: data.method ?? null,
    ...(data.refunds && {
      refunds: data.refunds.map((refund) => ({
        ...{ id: refund.id, amountCents: refund.amount_cents, status: refund.status, requestId: refund.request_id },
      })),
    }),
  };
}
