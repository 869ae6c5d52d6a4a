import { subscriptionStatuses } from '#shared/billing/subscription.ts';
import { orderStatuses } from '#shared/orders/types.ts';
import { batchStatuses, paymentStatuses } from '#shared/payouts/batch.ts';
import { payoutStatuses } from '#shared/payouts/stages.ts';
import type { Counts } from './world.ts';

/** By product, as `countStates` names them: each must be met in a night, or the properties say nothing about it. */
const statesOf: Readonly<Record<string, readonly string[]>> = {
  account: ['evaluation active', 'evaluation breached', 'evaluation passed', 'funded active', 'funded breached'],
  order: orderStatuses,
  subscription: subscriptionStatuses,
  payout: payoutStatuses,
  batch: batchStatuses,
  'payment in a batch': paymentStatuses,
};

/** @returns how often each state was met, a line for each product, and the states that never were */
export function tabulateStates(counts: Counts): { readonly lines: string[]; readonly never: string[] } {
  const times = (product: string, state: string) => counts.get(`state: ${product} ${state}`) ?? 0;
  const products = Object.entries(statesOf);
  return {
    lines: products.map(([product, states]) => {
      const met = states.map((state) => `${state} ${times(product, state)}`);
      return `states of ${product}: ${met.join(', ')}`;
    }),
    never: products.flatMap(([product, states]) =>
      states.filter((state) => times(product, state) === 0).map((state) => `${product} ${state}`),
    ),
  };
}
