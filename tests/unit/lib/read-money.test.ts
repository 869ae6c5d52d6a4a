import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localeRegistry } from '#lib/locale-registry.ts';
import { formatMoney, formatMoneyInput } from '#lib/money/format.ts';
import { readCents, readDollars } from '#lib/money/read.ts';

const locales = Object.keys(localeRegistry);

describe('an amount as typed', () => {
  test.each([
    ['en', '1,250', 125_000],
    ['en', '$1,250', 125_000],
    ['en', '1,250.00', 125_000],
    ['en', '$ 1250.5', 125_050],
    ['en', 'US$1,234,567.89', 123_456_789],
    ['en', '12,50', 1_250],
    ['en', '1.250,00', 125_000],
    ['en', '1 250.00', 125_000],
    ['en', '007', 700],
    ['fr', '1 250,00', 125_000],
    ['fr', '1\u00a0250,00\u00a0$', 125_000],
    ['fr', '1\u202f250,00', 125_000],
    ['fr', '1\u2009250', 125_000],
    ['fr', '1250.50', 125_050],
    ['fr', '1.250,00', 125_000],
    ['pt', '1.250,00', 125_000],
    ['pt', '1.250', 125_000],
    ['pt', '1250,00', 125_000],
    ['pt', '12 500,00 USD', 1_250_000],
    ['pt', '12.5', 1_250],
  ])('in %s, %s is %i cents', (locale, text, cents) => {
    expect(readCents(text, locale)).toBe(cents);
  });

  test.each([
    ...['1.250', '1,25,0', '12,50,000', '1,2500', '1,250.123', '0,250', '1.5.0', '1,250,00', '.5', '5.'].map((text) => [
      'en',
      text,
    ]),
    ...['', ' ', '-5', '+5', '€5', '$5$', '5 %', '1e3', '0x10', 'ten', '1 2 3', '1  250', '1234567890', '٥'].map(
      (text) => ['en', text],
    ),
    ...['1.250', '1,250', '1,250,000', '1 25', '1250,505'].map((text) => ['fr', text]),
    ...['1,250', '1.25.0', '1.250.00', '1.2500'].map((text) => ['pt', text]),
  ] as [string, string][])('in %s, %j can’t be read or has two meanings', (locale, text) => {
    expect(readCents(text, locale)).toBeNull();
  });

  test.each(locales)('in %s, every amount that is shown is read again as it is', (locale) => {
    const amounts = fc.integer({ min: 0, max: 99_999_999_999 });
    fc.assert(
      fc.property(amounts, (cents) => {
        expect(readCents(formatMoney(cents, locale), locale)).toBe(cents);
        expect(readCents(formatMoneyInput(cents, locale), locale)).toBe(cents);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (dollars) => {
        expect(readDollars(formatMoney(dollars * 100, locale, { whole: true }), locale, 1_000_000)).toBe(dollars * 100);
      }),
    );
  });

  test.each(locales)('in %s, every digit of what is read counts, in its order', (locale) => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789.,  $-'), maxLength: 12 });
    fc.assert(
      fc.property(text, (typed) => {
        const cents = readCents(typed, locale);
        if (cents === null) return;
        const digits = typed.replace(/\D/g, '');
        const padded = [digits, `${digits}0`, `${digits}00`].map(Number);
        expect(padded).toContain(cents);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('whole dollars', () => {
  test.each([
    ['1,500', 150_000],
    ['1,500.00', 150_000],
    ['1,500.50', null],
    ['0', null],
    ['2,001', null],
  ])('%s, at most $2,000', (text, cents) => {
    expect(readDollars(text, 'en', 2_000)).toBe(cents);
  });
});
