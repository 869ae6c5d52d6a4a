import { commissionStatuses } from '#shared/affiliates/review.ts';
import { subscriptionStatuses } from '#shared/billing/subscription.ts';
import { ledgerAccountKinds } from '#shared/core/ledger-accounts.ts';
import { closureKinds } from '#shared/firm/closure.ts';
import { orderKinds, orderStatuses } from '#shared/orders/types.ts';
import { batchStatuses, paymentStatuses } from '#shared/payouts/batch.ts';
import { payoutStatuses } from '#shared/payouts/stages.ts';
import { ticketStatuses } from '#shared/support/ticket.ts';
import { comparedFigures } from './figures.ts';
import { promiseNames } from './promises.ts';
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
  webhook: ['account.filled', 'account.passed', 'account.breached', 'payout.paid'],
  promise: promiseNames,
  closure: [...closureKinds.map((kind) => `${kind} paid`), 'refund held', 'profit open'],
  figure: comparedFigures,
};

/** Operations of the contract that a night must have carried out. */
const minOperations = 150;

/** @returns how often each state was met, a line for each product, what rarely was, and what never was */
export function tabulateStates(counts: Counts): Record<'lines' | 'rare' | 'never', string[]> {
  const times = (product: string, state: string) => counts.get(`state: ${product} ${state}`) ?? 0;
  const products = Object.entries(statesOf);
  const all = products.flatMap(([product, states]) =>
    states.map((state) => ({ name: `${product} ${state}`, count: times(product, state) })),
  );
  const operations = [...counts.keys()].filter((what) => what.endsWith(': done')).length;
  return {
    lines: [
      `operations of the contract: ${operations}`,
      ...products.map(([product, states]) => {
        const met = states.map((state) => `${state} ${times(product, state)}`);
        return `states of ${product}: ${met.join(', ')}`;
      }),
    ],
    rare: all.filter(({ count }) => count > 0 && count < 3).map(({ name }) => name),
    never: [
      ...all.filter(({ count }) => count === 0).map(({ name }) => name),
      ...(operations < minOperations ? [`${minOperations} operations`] : []),
    ],
  };
}
