import type { TaxedBuyer } from './tax.ts';
import type { BillingInterval } from './types.ts';

/** How a place counts the days of the cancellation right. */
export type DayCount = {
  readonly days: number;
  /** UTC offsets of its westernmost and easternmost time zones. */
  readonly hoursFromUtc: readonly [number, number];
  /** Whether a period that would end on a weekend or public holiday is extended to the next working day. */
  readonly endsOnWorkingDay: boolean;
};

/** Renewals that can open a cooling-off period of their own: a yearly one, and the first one after a lower price. */
export const coolingOffCauses = ['yearly', 'introductory-price'] as const;

export type CoolingOffCause = (typeof coolingOffCauses)[number];

/**
 * How an early start at the buyer's request affects the right: it stays; the buyer pays for what was supplied before
 * canceling; or the right ends.
 */
export const earlyStarts = ['keeps-right', 'pays-share', 'ends-right'] as const;

export type EarlyStart = (typeof earlyStarts)[number];

type Withdrawal = DayCount & {
  readonly earlyStart: EarlyStart | 'by-product';
  /** Which renewals open a period of their own, from a day such as `2027-04-01` on. */
  readonly renewals?:
    | { readonly days: number; readonly startsOn: string; readonly after: readonly CoolingOffCause[] }
    | undefined;
};

/** The days before a renewal on which its reminder is mailed. */
export type ReminderDays = { readonly monthlyDays: number; readonly yearlyDays: number };

/** What the law of some countries, or of the part of one with these postal codes, asks for: a file of content/catalog/countries. */
export type Place = {
  readonly countries: readonly string[];
  /** Beginnings of postal codes. */
  readonly postalCodes?: readonly string[] | undefined;
  readonly withdrawal?: Withdrawal | undefined;
  readonly contractLanguage?: { readonly language: string } | undefined;
  /** Plans that may not renew. */
  readonly fixedTerm?: { readonly intervals: readonly BillingInterval[] } | undefined;
  readonly renewalReminder?: ReminderDays | undefined;
  readonly refund?: { readonly withinDays: number } | undefined;
};

export type Places = Readonly<Record<string, Place>>;

/** What decides which places a buyer lives in; one whose postal code isn’t known counts as living in every part. */
export type Residence = Pick<TaxedBuyer, 'country' | 'postalCode'>;

/** Whether the law of a place holds for a buyer. */
export function livesIn({ countries, postalCodes }: Place, { country, postalCode }: Residence): boolean {
  const isPart = postalCodes !== undefined && postalCode !== null;
  return countries.includes(country) && (!isPart || postalCodes.some((start) => postalCode.startsWith(start)));
}

/** An obligation to a buyer; undefined if no file names one, which doesn't mean that the law has none. */
export function findObligation<Name extends Exclude<keyof Place, 'countries' | 'postalCodes'>>(
  places: Places,
  name: Name,
  buyer: Residence,
): Place[Name] {
  return Object.values(places).find((place) => place[name] !== undefined && livesIn(place, buyer))?.[name];
}

/** Whether a buyer’s plan ends with its first period by the law of the place. */
export function endsWithTerm(places: Places, buyer: Residence, interval: BillingInterval): boolean {
  return findObligation(places, 'fixedTerm', buyer)?.intervals.includes(interval) ?? false;
}
