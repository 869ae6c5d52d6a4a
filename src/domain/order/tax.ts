/** The tax that a gross price contains, in cents, half a cent up. */
export function includedTaxCents(grossCents: number, rateBps: number): number {
  return Math.floor((grossCents * rateBps * 2 + 10_000 + rateBps) / (2 * (10_000 + rateBps)));
}
