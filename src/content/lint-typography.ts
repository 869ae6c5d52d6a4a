import type { Locale } from '#i18n/locales.ts';

type Rule = { readonly pattern: RegExp; readonly error: string };

const noBreak = '\\u00a0';
const decimalComma: Rule = { pattern: /\d\.\d/, error: 'writes a decimal point: use a comma' };

/** Typographic differences from English that a machine can detect. */
const rules: Readonly<Partial<Record<Locale, readonly Rule[]>>> = {
  fr: [
    decimalComma,
    {
      pattern: new RegExp(`[^${noBreak}:;?!][:;?!»%](?=[\\s).,»”]|$)|«(?!${noBreak})`),
      error: 'needs a no-break space before : ; ? ! % » and after «',
    },
    { pattern: /\d:\d\d/, error: 'writes a time with a colon: use 17 h 50' },
  ],
  en: [{ pattern: /\d\s%/, error: 'writes a space before %: use 30%' }],
  pt: [decimalComma],
};

/** One sentence per typographic rule that the text breaks. */
export function findTypographyErrors(text: string, locale: Locale): string[] {
  return (rules[locale] ?? []).filter(({ pattern }) => pattern.test(text)).map(({ error }) => error);
}
