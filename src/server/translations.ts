import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type answers from '../../public/locales/en/responses.json';
import type errors from '../../public/locales/en/errors.json';
import type letters from '../../public/locales/en/email-link-pages.json';
import type mail from '../../public/locales/en/mail.json';
import type notices from '../../public/locales/en/notification-messages.json';
import type validation from '../../public/locales/en/validation.json';
import { defaultLocale, type Locale } from '../i18n/locales.ts';
import { createTranslate, type Strings, type Translate } from '../i18n/translate.ts';

type Namespaces = {
  answers: typeof answers;
  errors: typeof errors;
  letters: typeof letters;
  mail: typeof mail;
  notices: typeof notices;
  validation: typeof validation;
};
export type ServerNamespace = keyof Namespaces;
/** What a notice can be about: each has a title and a text. */
export type NoticeKind = keyof typeof notices extends infer Key
  ? Key extends `${infer Kind}_title`
    ? Kind
    : never
  : never;
export type AnswerKey = keyof typeof answers;
export type LetterKey = keyof typeof letters;

const cache = new Map<string, Strings>();

function readStrings(namespace: ServerNamespace, locale: Locale): Strings {
  const path = resolve('public/locales', locale, `${namespace}.json`);
  const strings = cache.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Strings);
  cache.set(path, strings);
  return strings;
}

/** Words of the API and of mails; what a language lacks is said in English. */
export function getTranslate(namespace: ServerNamespace, locale: Locale): Translate {
  return createTranslate({ ...readStrings(namespace, defaultLocale), ...readStrings(namespace, locale) }, locale);
}

/** Whether the English strings have the key: messages from elsewhere must not slip out untranslated. */
export function hasString(namespace: ServerNamespace, key: string): boolean {
  return key in readStrings(namespace, defaultLocale);
}
