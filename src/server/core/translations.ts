import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultLocale, type Locale, toLocale } from '#i18n/locales.ts';
import { createTranslate, type KeyOf, type Strings, type Translate } from '#i18n/translate.ts';
import type accounts from '#locales/en/accounts.json';
import type annualStatement from '#locales/en/annual-statement.json';
import type billing from '#locales/en/billing.json';
import type certificateDocument from '#locales/en/certificate-document.json';
import type checkout from '#locales/en/checkout.json';
import type creatives from '#locales/en/creatives.json';
import type emailLinkPages from '#locales/en/email-link-pages.json';
import type errors from '#locales/en/errors.json';
import type footer from '#locales/en/footer.json';
import type mail from '#locales/en/mail.json';
import type notificationMessages from '#locales/en/notification-messages.json';
import type payee from '#locales/en/payee.json';
import type payment from '#locales/en/payment.json';
import type performanceReview from '#locales/en/performance-review.json';
import type responses from '#locales/en/responses.json';
import type validation from '#locales/en/validation.json';

type Namespaces = {
  /** The account screen's strings, for documents that share its texts. */
  accounts: typeof accounts;
  'annual-statement': typeof annualStatement;
  /** The screen's strings, for its form without JavaScript. */
  billing: typeof billing;
  'certificate-document': typeof certificateDocument;
  /** The screen's strings, for the record of a consent. */
  checkout: typeof checkout;
  creatives: typeof creatives;
  'email-link-pages': typeof emailLinkPages;
  errors: typeof errors;
  /** The statement about hypothetical results. */
  footer: typeof footer;
  mail: typeof mail;
  'notification-messages': typeof notificationMessages;
  /** The checklist's strings, for the signed agreement. */
  payee: typeof payee;
  payment: typeof payment;
  /** The screen's strings, for the PDF. */
  'performance-review': typeof performanceReview;
  responses: typeof responses;
  validation: typeof validation;
};
export type ServerNamespace = keyof Namespaces;
export type ServerTranslate<Name extends ServerNamespace> = Translate<KeyOf<Namespaces[Name]>>;
export type NotificationKind = keyof typeof notificationMessages extends infer Key
  ? Key extends `${infer Kind}_title`
    ? Kind
    : never
  : never;
export type ResponseKey = keyof typeof responses;
export type EmailLinkPageKey = keyof typeof emailLinkPages;

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
