import { describe, expect, test } from 'vitest';
import { ceilCents, excessOf } from '#lib/money/exact-cents.ts';
import {
  formatApproximate,
  formatDecimal,
  formatFigure,
  formatMoney,
  formatResult,
  formatSigned,
} from '#lib/money/format.ts';

/** Replaces the different spaces that locales use to group digits. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ');
}

describe('money as text', () => {
  test.each([
    ['en', 150_000, '$1,500.00'],
    ['en', -150_050, '\u2212$1,500.50'],
    ['fr', 150_000, '1 500,00 $ US'],
    ['fr', -5, '\u22120,05 $ US'],
    ['pt', 123_456_789, 'US$ 1 234 567,89'],
    ['pt', -100, '\u2212US$ 1,00'],
  ])('%s formats %d cents as %s', (locale, cents, text) => {
    expect(plain(formatMoney(cents, locale))).toBe(text);
  });

  test.each([
    ['en', 'EUR', '€138'],
    ['fr', 'EUR', '138\u00a0€'],
    ['pt', 'BRL', '138\u00a0R$'],
  ])('an approximate amount in %s and %s has no cents', (locale, currency, text) => {
    expect(formatApproximate(13_800, currency, locale)).toBe(text);
  });

  test.each([
    ['en', 37_449, '+374'],
    ['fr', 124_050, '+1 241'],
    ['pt', -87_400, '\u2212874'],
    ['en', 0, '0'],
    ['en', 1_234_567, '+12.3K'],
  ])('a result in a calendar’s cell in %s of %d cents is %s, without a symbol', (locale, cents, text) => {
    expect(plain(formatResult(cents, locale))).toBe(text);
  });

  test.each([
    ['en', 150_000, '$1,500.00', '+$1,500.00'],
    ['fr', 150_000, '1 500,00 $', '+1 500,00 $'],
    ['pt', 150_000, '$ 1500,00', '+$ 1500,00'],
    ['fr', -5, '\u22120,05 $', '\u22120,05 $'],
  ])(
    'in %s, a figure of an account of %d cents is %s and as a result %s: its screen names the currency',
    (locale, cents, figure, result) => {
      expect(plain(formatFigure(cents, locale))).toBe(figure);
      expect(plain(formatSigned(cents, locale))).toBe(result);
    },
  );

  test('whole dollars drop their cents, other amounts are never rounded', () => {
    expect(formatMoney(14_900, 'en', { whole: true })).toBe('$149');
    expect(formatMoney(9_950, 'en', { whole: true })).toBe('$99.50');
  });

  test('a change shows its sign, except zero', () => {
    expect(formatSigned(1_250, 'en')).toBe('+$12.50');
    expect(formatSigned(-1_250, 'en')).toBe('\u2212$12.50');
    expect(formatSigned(0, 'en')).toBe('$0.00');
    expect(formatMoney(-0, 'en')).toBe('$0.00');
  });
});

describe('formatted money', () => {
  test('thousands are grouped by visible no-break spaces, and the minus sign is a true minus', () => {
    expect(formatMoney(-5_000_000, 'fr')).toBe('\u221250\u00a0000,00\u00a0$\u00a0US');
    expect(formatSigned(123_456_700, 'fr', { whole: true })).toBe('+1\u00a0234\u00a0567\u00a0$');
  });

  test('each language, sign and number of decimals keeps its own format when they alternate', () => {
    const texts = [
      formatMoney(10_000, 'en'),
      formatMoney(10_000, 'en', { whole: true }),
      formatSigned(10_000, 'en', { whole: true }),
      formatSigned(10_000, 'en'),
      formatMoney(10_000, 'en', { whole: false }),
    ];
    expect(texts).toEqual(['$100.00', '$100', '+$100', '+$100.00', '$100.00']);
  });

  test('files get plain decimals such as -1500.00', () => {
    expect(formatDecimal(-150_000)).toBe('-1500.00');
    expect(formatDecimal(5)).toBe('0.05');
  });
});

describe('hundredths of a cent', () => {
  test.each([
    [78_125, 782, 75],
    [100, 1, 0],
    [101, 2, 99],
    [-78_125, -781, 25],
    [-50, 0, 50],
    [0, 0, 0],
  ])('%d round up to %d cents, an excess of %d', (hundredths, cents, excess) => {
    expect(ceilCents(hundredths)).toBe(cents);
    expect(excessOf(hundredths)).toBe(excess);
  });
});
