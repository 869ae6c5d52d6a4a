/**
 * The only place where cents are rounded. Tick values have hundredths of a cent (a ZF tick is $7.8125). Sums stay exact
 * and round up once: in the trader's favor, without accumulating errors. Rounded equity is at or below a floor of
 * whole cents exactly when exact equity is. Amounts are exact up to ten billion dollars.
 */
export function ceilCents(hundredths: number): number {
  // Adding zero turns −0, the ceiling of a loss below one cent, into 0.
  return Math.ceil(hundredths / 100) + 0;
}

/** What rounding up adds to an exact amount: 0–99 hundredths of a cent. */
export function excessOf(hundredths: number): number {
  return ceilCents(hundredths) * 100 - hundredths;
}
