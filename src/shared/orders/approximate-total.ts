import { dayMs } from '#lib/durations.ts';

/** Currencies other than dollars in which a total is shown too. */
export const approximateCurrencies = ['EUR', 'GBP', 'BRL'] as const;

type ApproximateCurrency = (typeof approximateCurrencies)[number];

export type ExchangeRates = {
  /** Invented, for the demo. */
  readonly sample: boolean;
  /** The UTC day of the rates, as 2026-11-26. */
  readonly statedOn: string;
  readonly rates: Readonly<
    Record<ApproximateCurrency, { readonly perDollar: number; readonly countries: readonly string[] }>
  >;
};

/** Older rates say too little about today's. */
export const maxRateDays = 40;

/** A total in the buyer's currency, in hundredths; null in dollars, for nothing, and when the rates are too old. */
export function findApproximateTotal({ statedOn, rates }: ExchangeRates, country: string, cents: number, at: number) {
  if (cents === 0 || at - Date.parse(statedOn) > maxRateDays * dayMs) return null;
  const currency = approximateCurrencies.find((each) => rates[each].countries.includes(country));
  return currency === undefined ? null : { currency, cents: Math.round(cents * rates[currency].perDollar) };
}
