import { readFileSync } from 'node:fs';
import type accounts from '../../public/locales/en/accounts.json';
import type billing from '../../public/locales/en/billing.json';
import type checkout from '../../public/locales/en/checkout.json';
import type errors from '../../public/locales/en/errors.json';
import type mail from '../../public/locales/en/mail.json';
import type orders from '../../public/locales/en/orders.json';
import type payment from '../../public/locales/en/payment.json';
import type validation from '../../public/locales/en/validation.json';
import type { Locale } from '../../src/i18n/locales.ts';

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
