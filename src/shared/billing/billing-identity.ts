import { countryName } from '#lib/country-name.ts';
import { fullName } from '#lib/person-name.ts';
import type { TaxedBuyer } from '#shared/orders/tax.ts';

/** Who a contract’s charges are billed to, and where; named as in orders, which keep their own copy. */
export type BillingIdentity = {
  readonly first_name: string;
  readonly last_name: string;
  /** As in the passport, if the name isn’t in Latin letters. */
  readonly latin_name?: string | null | undefined;
  /** Null for a private buyer. */
  readonly company_name: string | null;
  readonly country: string;
  /** As `readPostalCode` returns it; null where nothing depends on it. */
  readonly postal_code: string | null;
  /** Valid, of the place’s country; only a company has one. */
  readonly vat_number: string | null;
};

/** What its tax, its reminders and the law of its term depend on. */
export function taxedBuyerOf({ country, postal_code, vat_number }: BillingIdentity): TaxedBuyer {
  return { country, postalCode: postal_code, vatNumber: vat_number };
}

/** In one line, as invoices order it: company, person, place, number. */
export function writeBilledTo(identity: BillingIdentity, locale: string): string {
  const { company_name, country, postal_code, vat_number } = identity;
  const place = [postal_code, countryName(country, locale)].filter(Boolean).join(' ');
  return [company_name, fullName(identity), place, vat_number].filter(Boolean).join(', ');
}
