/** The tax included in a gross price, in cents; half a cent rounds up. */
export function includedTaxCents(grossCents: number, rateBps: number): number {
  return Math.floor((grossCents * rateBps * 2 + 10_000 + rateBps) / (2 * (10_000 + rateBps)));
}
