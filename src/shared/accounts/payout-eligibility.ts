import * as z from 'zod/mini';

const cents = z.int();

/** Why a payout isn't possible yet, with the figures. */
const reason = z.discriminatedUnion('name', [
  z.object({ name: z.literal('not-funded') }),
  z.object({ name: z.literal('breached') }),
  /** Each payout that the account's rules provide for has been made. */
  z.object({ name: z.literal('paid-out') }),
  /** An open request blocks another one; `number` identifies it. */
  z.object({ name: z.literal('open-request'), number: z.string() }),
  z.object({ name: z.literal('open-positions'), contracts: z.number() }),
  z.object({ name: z.literal('winning-days'), current: z.int(), required: z.int(), minimumCents: cents }),
  z.object({ name: z.literal('best-day'), bestDayCents: cents, requiredCents: cents, missingCents: cents }),
  z.object({ name: z.literal('minimum'), availableCents: cents, minimumCents: cents }),
]);

export const payoutEligibility = z.object({
  eligible: z.boolean(),
  reasons: z.array(reason),
  /** Profit above the starting balance at the last close, or now if it is lower. */
  profitCents: cents,
  bufferCents: cents,
  /** The share of the profit above the buffer, before the cap. */
  shareCents: cents,
  capCents: cents,
  /** The largest possible payout, and its split between trader and firm. */
  availableCents: cents,
  traderCents: cents,
  firmCents: cents,
});

export type PayoutReason = z.output<typeof reason>;
export type PayoutEligibility = z.output<typeof payoutEligibility>;
