import { expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import { createTranslate } from '#i18n/translate.ts';
import en from '#locales/en/accounts.json' with { type: 'json' };
import fr from '#locales/fr/accounts.json' with { type: 'json' };
import pt from '#locales/pt/accounts.json' with { type: 'json' };

const accounts = { en, fr, pt };

test.each([
  ['en', 0, '+$5 and 0 closed trades'],
  ['en', 1, '+$5 and 1 closed trade'],
  ['en', 2, '+$5 and 2 closed trades'],
  // Zero is singular in French, and plural in European Portuguese, unlike in Brazilian Portuguese.
  ['fr', 0, '+$5 et 0 trade clôturé'],
  ['fr', 1, '+$5 et 1 trade clôturé'],
  ['fr', 2, '+$5 et 2 trades clôturés'],
  ['pt', 0, '+$5 e 0 operações fechadas'],
  ['pt', 1, '+$5 e 1 operação fechada'],
  ['pt', 2, '+$5 e 2 operações fechadas'],
] satisfies [Locale, number, string][])(
  'in %s, the text for %i closed trades uses the right plural',
  (locale, count, text) => {
    expect(createTranslate(accounts[locale], locale)('personal_stop_today_text', { result: '+$5', count })).toBe(text);
  },
);
