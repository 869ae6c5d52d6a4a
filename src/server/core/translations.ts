import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultLocale, type Locale, toLocale } from '#i18n/locales.ts';
import { createTranslate, type KeyOf, type Strings, type Translate } from '#i18n/translate.ts';

type Namespaces = {
  /** The account screen's strings, for documents that share its texts. */
  accounts: typeof import('#locales/en/accounts.json');
  'annual-statement': typeof import('#locales/en/annual-statement.json');
  /** The screen's strings, for its form without JavaScript. */
  billing: typeof import('#locales/en/billing.json');
  'certificate-document': typeof import('#locales/en/certificate-document.json');
  /** The screen's strings, for the record of a consent. */
  checkout: typeof import('#locales/en/checkout.json');
  creatives: typeof import('#locales/en/creatives.json');
  'email-link-pages': typeof import('#locales/en/email-link-pages.json');
  errors: typeof import('#locales/en/errors.json');
  /** The statement about hypothetical results. */
  footer: typeof import('#locales/en/footer.json');
  mail: typeof import('#locales/en/mail.json');
  'notification-messages': typeof import('#locales/en/notification-messages.json');
  /** The checklist's strings, for the signed agreement. */
  payee: typeof import('#locales/en/payee.json');
  payment: typeof import('#locales/en/payment.json');
  /** The screen's strings, for the PDF. */
  'performance-review': typeof import('#locales/en/performance-review.json');
  responses: typeof import('#locales/en/responses.json');
  validation: typeof import('#locales/en/validation.json');
};
export type ServerNamespace = keyof Namespaces;
export type ServerTranslate<Name extends ServerNamespace> = Translate<KeyOf<Namespaces[Name]>>;
export type NotificationKind = keyof Namespaces['notification-messages'] extends infer Key
  ? Key extends `${infer Kind}_title`
    ? Kind
    : never
  : never;
export type ResponseKey = keyof Namespaces['responses'];
export type EmailLinkPageKey = keyof Namespaces['email-link-pages'];

const cache = new Map<string, Strings>();
/**
 * Every response needs one; merging hundreds of strings each time would cost more than the rest of an error response.
 */
const translators = new Map<string, Translate>();

function readStrings(namespace: ServerNamespace, locale: Locale): Strings {
  const path = resolve('public/locales', locale, `${namespace}.json`);
  const strings = cache.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Strings);
  cache.set(path, strings);
  return strings;
}

/** Translates strings of the API, mails and documents. Missing strings and unknown locales fall back to English. */
export function getTranslate<Name extends ServerNamespace>(namespace: Name, locale: string): ServerTranslate<Name> {
  const known = toLocale(locale);
  const name = `${namespace} ${known}`;
  const translate =
    translators.get(name) ??
    createTranslate({ ...readStrings(namespace, defaultLocale), ...readStrings(namespace, known) }, known);
  translators.set(name, translate);
  return translate;
}

/** Whether the key exists in English, so that a foreign message never appears untranslated. */
export function hasString<Name extends ServerNamespace>(
  namespace: Name,
  key: string,
): key is KeyOf<Namespaces[Name]> & string {
  return key in readStrings(namespace, defaultLocale);
}
