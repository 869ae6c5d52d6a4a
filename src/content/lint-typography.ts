import type { Locale } from '../i18n/locales.ts';

type Rule = { readonly pattern: RegExp; readonly fault: string };

const noBreak = '\\u00a0';
const decimalComma: Rule = { pattern: /\d\.\d/, fault: 'writes a decimal point: use a comma' };

/** Typographic differences from English that a machine can detect. */
const rules: Readonly<Partial<Record<Locale, readonly Rule[]>>> = {
  fr: [
    decimalComma,
    {
      pattern: new RegExp(`[^${noBreak}:;?!][:;?!»%](?=[\\s).,»”]|$)|«(?!${noBreak})`),
      fault: 'needs a no-break space before : ; ? ! % » and after «',
    },
    { pattern: /\d:\d\d/, fault: 'writes a time with a colon: use 17 h 50' },
  ],
  pt: [decimalComma],
};

/** One sentence per typographic rule that the text breaks. */
export function findTypographyFaults(text: string, locale: Locale): string[] {
  return (rules[locale] ?? []).filter(({ pattern }) => pattern.test(text)).map(({ fault }) => fault);
}
