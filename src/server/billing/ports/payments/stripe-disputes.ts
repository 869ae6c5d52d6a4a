import type Stripe from 'stripe';
import type { PaymentEvent } from './events.ts';

/** The event of a Stripe dispute; null if the payment isn't ours. An inquiry closed without a dispute counts as won. */
export async function readDispute(
  stripe: Stripe,
  eventId: string,
  dispute: Stripe.Dispute,
  step: 'opened' | 'closed',
): Promise<PaymentEvent | null> {
  const intentId = typeof dispute.payment_intent === 'string' ? dispute.payment_intent : dispute.payment_intent?.id;
  if (intentId === undefined) return null;
  const intent = await stripe.paymentIntents.retrieve(intentId);
  const { renewal_order_id: renewal, order_id: sale } = intent.metadata;
  const orderId = renewal ?? sale;
  if (!orderId) return null;
  const type = step === 'opened' ? 'disputed' : dispute.status === 'lost' ? 'dispute-lost' : 'dispute-won';
  return {
    eventId,
    type,
    paymentSessionId: renewal === undefined ? await findPaymentSession(stripe, intentId) : intentId,
    orderId,
    amountCents: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    dispute: { id: dispute.id, reason: dispute.reason, ...readDeadline(dispute) },
  };
}

/** Stripe writes seconds, and null once no evidence is taken anymore. */
function readDeadline({ evidence_details: details }: Stripe.Dispute): { readonly evidenceDueAt?: number } {
  return details?.due_by ? { evidenceDueAt: details.due_by * 1_000 } : {};
}

async function findPaymentSession(stripe: Stripe, intentId: string): Promise<string> {
  const { data } = await stripe.checkout.sessions.list({ payment_intent: intentId, limit: 1 });
  return data[0]?.id ?? intentId;
}
