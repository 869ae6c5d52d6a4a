import { commissionStatuses } from '#shared/affiliates/review.ts';
import { subscriptionStatuses } from '#shared/billing/subscription.ts';
import { ledgerAccountKinds } from '#shared/core/ledger-accounts.ts';
import { orderKinds, orderStatuses } from '#shared/orders/types.ts';
import { batchStatuses, paymentStatuses } from '#shared/payouts/batch.ts';
import { payoutStatuses } from '#shared/payouts/stages.ts';
import { ticketStatuses } from '#shared/support/ticket.ts';
import type { Counts } from './world.ts';

/** By product, as `countStates` names them: each must be met in a night, or the properties say nothing about it. */
const statesOf: Readonly<Record<string, readonly string[]>> = {
  account: ['evaluation active', 'evaluation breached', 'evaluation passed', 'funded active', 'funded breached'],
  order: orderStatuses,
  subscription: subscriptionStatuses,
  payout: payoutStatuses,
  batch: batchStatuses,
  'payment in a batch': paymentStatuses,
  complaint: ['open', 'upheld', 'rejected'],
  conduct: ['open', 'upheld', 'lifted'],
  commission: commissionStatuses.filter((status) => status !== 'lapsed'),
  affiliate: ['pending', 'approved', 'declined'],
  ticket: ticketStatuses,
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  sale: orderKinds,
  // No payout costs a fee today.
  ledger: Object.keys(ledgerAccountKinds).filter((kind) => kind !== 'payout-fees'),
  person: ['verified', 'deleted'],
};

/** Operations of the contract that a night must have carried out. */
const minOperations = 150;

/** @returns how often each state was met, a line for each product, and what never was */
export function tabulateStates(counts: Counts): { readonly lines: string[]; readonly never: string[] } {
  const times = (product: string, state: string) => counts.get(`state: ${product} ${state}`) ?? 0;
  const products = Object.entries(statesOf);
  const operations = [...counts.keys()].filter((what) => what.endsWith(': done')).length;
  return {
    lines: [
      `operations of the contract: ${operations}`,
      ...products.map(([product, states]) => {
        const met = states.map((state) => `${state} ${times(product, state)}`);
        return `states of ${product}: ${met.join(', ')}`;
      }),
    ],
    never: [
      ...products.flatMap(([product, states]) =>
        states.filter((state) => times(product, state) === 0).map((state) => `${product} ${state}`),
      ),
      ...(operations < minOperations ? [`${minOperations} operations`] : []),
    ],
  };
}
