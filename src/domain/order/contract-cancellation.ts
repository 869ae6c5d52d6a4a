/** Countries whose consumers may cancel a distance contract: the European Union and the rest of the EEA. */
const countries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

export const contractCancellationMs = 14 * 86_400_000;

export function mayCancelContract(country: string): boolean {
  return countries.has(country);
}

type Sale = {
  /** The buyer's country, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly totalCents: number;
  /** Part of an earlier contract, such as a subscription's renewal. */
  readonly continuesContract: boolean;
};

/**
 * Whether an order starts only after 14 days unless its buyer consents to an earlier start. Both the checkout's
 * question and the deferral depend on it.
 */
export function needsStartConsent({ country, totalCents, continuesContract }: Sale): boolean {
  return mayCancelContract(country) && totalCents > 0 && !continuesContract;
}

/** When a paid order may be fulfilled, in UTC ms. */
export function beginsAt(paidAt: number, sale: Sale & { readonly startNow: boolean }): number {
  return sale.startNow || !needsStartConsent(sale) ? paidAt : paidAt + contractCancellationMs;
}

type Contract = {
  readonly country: string;
  readonly startNow: boolean;
  readonly begun: boolean;
  readonly paidAt: number;
};

/** Whether a cancellation declared at this time is in time. */
export function isCancellable({ country, startNow, begun, paidAt }: Contract, at: number): boolean {
  if (!mayCancelContract(country) || at > paidAt + contractCancellationMs) return false;
  return !(startNow && begun);
}
