/** The tax included in a gross price, in cents; half a cent rounds up. */
export function includedTaxCents(grossCents: number, rateBps: number): number {
  return Math.floor((grossCents * rateBps * 2 + 10_000 + rateBps) / (2 * (10_000 + rateBps)));
}

/** A document's tax by line, in cents. The lines add up to it, whatever the rounding. */
export function spreadTax(lineCents: readonly number[], taxCents: number): number[] {
  const totalCents = lineCents.reduce((sum, cents) => sum + cents, 0);
  let [grossCents, spreadCents] = [0, 0];
  return lineCents.map((cents) => {
    grossCents += cents;
    const upToCents = totalCents === 0 ? 0 : Math.round((taxCents * grossCents) / totalCents);
    const ownCents = upToCents - spreadCents;
    spreadCents = upToCents;
    return ownCents;
  });
}
