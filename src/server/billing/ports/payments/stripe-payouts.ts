import type Stripe from 'stripe';
import type { ProviderPayoutStatus, ProviderTransactionKind } from '#shared/billing/provider-payout.ts';
import type { ProviderPayout, ProviderTransaction } from './payouts.ts';

const statuses: Readonly<Record<string, ProviderPayoutStatus>> = {
  in_transit: 'in-transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
};

/** By reporting category, because `type` calls a dispute an adjustment and a bank debit's charge a payment. */
const kinds: Readonly<Record<string, ProviderTransactionKind>> = {
  charge: 'charge',
  charge_failure: 'charge',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
};

const maxPayouts = 200;

/** Stripe's automatic payouts; it doesn't say what a manual one consists of. */
export async function listStripePayouts(stripe: Stripe, since: Date): Promise<readonly ProviderPayout[]> {
  const created = { gte: Math.floor(since.getTime() / 1_000) };
  const payouts = await stripe.payouts.list({ created, limit: 100 }).autoPagingToArray({ limit: maxPayouts });
  return payouts
    .filter(({ automatic }) => automatic)
    .map(({ id, status, amount, currency, created: createdAt, arrival_date: arrivesAt }) => ({
      id,
      status: statuses[status] ?? 'pending',
      amountCents: amount,
      currency: currency.toUpperCase(),
      createdAt: createdAt * 1_000,
      arrivesAt: arrivesAt * 1_000,
    }));
}

/** What a payout consists of, without the payout's own transaction. */
export async function listStripeTransactions(
  stripe: Stripe,
  payoutId: string,
): Promise<readonly ProviderTransaction[]> {
  const transactions: ProviderTransaction[] = [];
  const pages = stripe.balanceTransactions.list({ payout: payoutId, limit: 100, expand: ['data.source'] });
  for await (const { id, reporting_category: category, amount, fee, source, created } of pages) {
    if (category === 'payout') continue;
    const kind = kinds[category] ?? 'other';
    transactions.push({
      ...{ id, kind, amountCents: amount, feeCents: fee, at: created * 1_000 },
      orderId: kind === 'charge' ? readOrderId(source) : null,
      recordId: kind === 'refund' || kind === 'dispute' ? idOf(source) : null,
    });
  }
  return transactions;
}

/** A charge has the metadata of its payment: ours names a sale's order or a renewal's. */
function readOrderId(source: Stripe.BalanceTransaction['source']): string | null {
  const { metadata } = typeof source === 'object' && source !== null ? (source as Partial<Stripe.Charge>) : {};
  return metadata?.['order_id'] ?? metadata?.['renewal_order_id'] ?? null;
}

function idOf(source: Stripe.BalanceTransaction['source']): string | null {
  return typeof source === 'string' ? source : (source?.id ?? null);
}
