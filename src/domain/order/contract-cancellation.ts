/** Countries whose consumers may withdraw from a contract made at a distance: the Union and the rest of the EEA. */
const countries: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

export const contractCancellationMs = 14 * 86_400_000;

export function mayCancelContract(country: string): boolean {
  return countries.has(country);
}

/**
 * When performance may begin. Consumers with a right to withdraw who did not ask for an earlier start get what they
 * bought when the right has ended, so that it can never be taken from them by a start they did not want.
 */
export function beginsAt(paidAt: number, country: string, startNow: boolean): number {
  return startNow || !mayCancelContract(country) ? paidAt : paidAt + contractCancellationMs;
}

type Contract = {
  readonly country: string;
  readonly startNow: boolean;
  readonly begun: boolean;
  readonly paidAt: number;
};

/** Whether a statement of withdrawal made at a moment still counts. */
export function isCancellable({ country, startNow, begun, paidAt }: Contract, at: number): boolean {
  if (!mayCancelContract(country) || at > paidAt + contractCancellationMs) return false;
  return !(startNow && begun);
}
