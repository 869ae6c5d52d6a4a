import * as z from 'zod/mini';
import { earlyStarts } from './country-law.ts';
import { taxNames } from './tax.ts';
import { addOns, orderStatuses } from './types.ts';

export const priceLine = z.object({
  /** Translated where it is shown. */
  item: z.enum(['package', ...addOns, 'coupon']),
  amountCents: z.int(),
});

export const orderStatus = z.enum(orderStatuses);

/**
 * How many days the buyer has to cancel the contract, and how an early start at their request affects that right. Null
 * if the law gives none.
 */
export const cancellationRight = z.nullable(z.object({ days: z.int(), earlyStart: z.enum(earlyStarts) }));

export const includedTax = z.object({ name: z.enum(taxNames), includedCents: z.int(), rateBps: z.int() });

/** The running promotion if it is for this purchase; null otherwise. A coupon that applies replaces it. */
export const promotion = z.nullable(
  z.object({
    code: z.string(),
    text: z.string(),
    endsAt: z.int(),
    status: z.enum(['applied', 'replaced', 'declined']),
  }),
);
