/** An affiliate's share of one payment; half a cent rounds up. */
export function shareCents(paidCents: number, shareBps: number): number {
  return Math.floor((paidCents * shareBps + 5_000) / 10_000);
}
