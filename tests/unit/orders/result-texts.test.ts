import { expect, test } from 'vitest';
import { textsOf } from '#app/orders/result-texts.ts';
import type { Order } from '#app/orders/stores/orders.ts';
import { createTranslate } from '#i18n/translate.ts';
import en from '#locales/en/orders.json' with { type: 'json' };
import fr from '#locales/fr/orders.json' with { type: 'json' };
import pt from '#locales/pt/orders.json' with { type: 'json' };
import { orderKinds, orderStatuses } from '#shared/orders/types.ts';

const locales = { en, fr, pt };
const signIn = {
  en: /sign in|log in/i,
  fr: /connecte(?:z-vous|r)/i,
  pt: /inicie? (?:a )?sess[aã]o|entre na/i,
};

for (const locale of ['en', 'fr', 'pt'] as const) {
  test(`no result of an order tells a signed-in buyer to sign in, in ${locale}`, () => {
    const strings = locales[locale];
    const texts = { strings, locale, t: createTranslate(strings, locale) };
    const write = (change: Partial<Order>, isSignedIn: boolean) => {
      const order = { email: 'ada@example.org', beginsAt: Date.UTC(2026, 2, 26), replacedByPath: null, ...change };
      const { title, text } = textsOf(order as Order, isSignedIn, texts);
      return `${title} ${text}`;
    };
    const wrong: string[] = [];
    for (const kind of orderKinds)
      for (const status of orderStatuses)
        for (const isDeferred of [false, true]) {
          const text = write({ kind, status, isDeferred }, true);
          if (signIn[locale].test(text)) wrong.push(`${kind} ${status}: ${text}`);
        }
    expect(wrong).toEqual([]);
    // A buyer who isn't signed in can set up Thor only then.
    expect(write({ kind: 'thor', status: 'fulfilled' }, false)).toMatch(signIn[locale]);
  });
}
