import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type emailLinkPages from '../../public/locales/en/email-link-pages.json';
import type errors from '../../public/locales/en/errors.json';
import type mail from '../../public/locales/en/mail.json';
import type notificationMessages from '../../public/locales/en/notification-messages.json';
import type responses from '../../public/locales/en/responses.json';
import type validation from '../../public/locales/en/validation.json';
import { defaultLocale, type Locale } from '../i18n/locales.ts';
import { createTranslate, type Strings, type Translate } from '../i18n/translate.ts';

type Namespaces = {
  responses: typeof responses;
  errors: typeof errors;
  'email-link-pages': typeof emailLinkPages;
  mail: typeof mail;
  'notification-messages': typeof notificationMessages;
  validation: typeof validation;
};
export type ServerNamespace = keyof Namespaces;
/** What a notice can be about: each has a title and a text. */
export type NotificationKind = keyof typeof notificationMessages extends infer Key
  ? Key extends `${infer Kind}_title`
    ? Kind
    : never
  : never;
export type ResponseKey = keyof typeof responses;
export type EmailLinkPageKey = keyof typeof emailLinkPages;

const cache = new Map<string, Strings>();

function readStrings(namespace: ServerNamespace, locale: Locale): Strings {
  const path = resolve('public/locales', locale, `${namespace}.json`);
  const strings = cache.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Strings);
  cache.set(path, strings);
  return strings;
}

/** Strings of the API and of mails; what a language lacks is said in English. */
export function getTranslate(namespace: ServerNamespace, locale: Locale): Translate {
  return createTranslate({ ...readStrings(namespace, defaultLocale), ...readStrings(namespace, locale) }, locale);
}

/** Whether the English strings have the key: messages from elsewhere must not slip out untranslated. */
export function hasString(namespace: ServerNamespace, key: string): boolean {
  return key in readStrings(namespace, defaultLocale);
}
