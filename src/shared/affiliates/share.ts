import { includedTaxCents } from '#shared/orders/included-tax.ts';

/** An affiliate's share of a payment before tax, in cents; half a cent rounds up. */
export function shareCents(netCents: number, shareBps: number): number {
  return Math.floor((netCents * shareBps + 5_000) / 10_000);
}

export type Payment = { readonly totalCents: number; readonly taxBps: number };

export type Commission = { readonly baseCents: number; readonly amountCents: number };

export function commissionOf({ totalCents, taxBps }: Payment, shareBps: number): Commission {
  const baseCents = totalCents - includedTaxCents(totalCents, taxBps);
  return { baseCents, amountCents: shareCents(baseCents, shareBps) };
}

/**
 * The total commission revoked once `refundedCents` of a payment have been refunded: the same share of the commission,
 * half a cent rounded up, or all of it after a full refund.
 */
export function revokedCents(amountCents: number, totalCents: number, refundedCents: number): number {
  if (refundedCents >= totalCents) return amountCents;
  return Math.floor((2 * amountCents * Math.max(0, refundedCents) + totalCents) / (2 * totalCents));
}
