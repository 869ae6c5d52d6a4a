import { readFileSync } from 'node:fs';
import type { Locale } from '#i18n/locales.ts';
import type accounts from '#locales/en/accounts.json';
import type billing from '#locales/en/billing.json';
import type checkout from '#locales/en/checkout.json';
import type errors from '#locales/en/errors.json';
import type mail from '#locales/en/mail.json';
import type orders from '#locales/en/orders.json';
import type payment from '#locales/en/payment.json';
import type validation from '#locales/en/validation.json';

type Namespaces = {
  accounts: typeof accounts;
  billing: typeof billing;
  checkout: typeof checkout;
  errors: typeof errors;
  mail: typeof mail;
  orders: typeof orders;
  payment: typeof payment;
  validation: typeof validation;
};

/** The site's strings in a language, so that one flow can run in each language. */
export function stringsOf<Name extends keyof Namespaces>(locale: Locale, name: Name): Namespaces[Name] {
  const file = new URL(`../../public/locales/${locale}/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Namespaces[Name];
}

/** A pattern that leaves the values open: `Pay {{total}}` → `/^Pay .+$/`. */
export function pattern(text: string): RegExp {
  const parts = text.split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}
