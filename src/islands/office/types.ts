import type calls from '../../../public/locales/en/calls.json';
import type office from '../../../public/locales/en/office.json';
import type { Locale } from '../../i18n/locales.ts';
import type { KeyOf, Translate } from '../../i18n/translate.ts';

export type OfficeStrings = typeof office;

export type OfficeProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: OfficeStrings;
};

export type PartProps = {
  readonly locale: Locale;
  readonly strings: OfficeStrings;
  readonly t: Translate<KeyOf<OfficeStrings>>;
};

/** A text by a key made of data; the value itself where there is none. */
export function textOf(strings: OfficeStrings, kind: string, name: string): string {
  return (strings as Readonly<Record<string, string>>)[`${kind}_${name}`] ?? name;
}
