import { describe, expect, test } from 'vitest';
import { createTranslate } from '#i18n/translate.ts';
import { chicagoClosingText, chicagoTimeText } from '#lib/chicago-time.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { chicagoHourToday } from '#shared/exchange/chicago.ts';

const evening = Date.UTC(2026, 10, 20, 23, 50, 2);
const toMinute = { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Chicago' } as const;

describe('times', () => {
  test('a time follows the language’s format', () => {
    expect(formatDateTime(evening, 'en', toMinute)).toBe('November 20, 2026 at 17:50');
    expect(formatDateTime(evening, 'fr', toMinute)).toBe('20 novembre 2026 à 17\u00a0h\u00a050');
    expect(formatDateTime(evening, 'pt', toMinute)).toBe('20 de novembro de 2026 às 17:50');
  });

  test('an hour of today is the exchange’s clock, also on a day that closes early', () => {
    // The Friday after Thanksgiving closes at 12:15; Chicago is six hours behind UTC.
    expect(chicagoHourToday(0, Date.UTC(2026, 10, 27, 12))).toBe(Date.UTC(2026, 10, 27, 6));
    expect(chicagoHourToday(16, Date.UTC(2026, 6, 1, 12))).toBe(Date.UTC(2026, 6, 1, 21));
  });

  test('a time with seconds keeps its colons', () => {
    expect(chicagoTimeText(evening, 'fr')).toBe('17:50:02');
    expect(chicagoClosingText(evening, 'fr')).toBe('ven. 17\u00a0h\u00a050');
    expect(chicagoClosingText(evening, 'pt')).toMatch(/17:50$/);
  });
});

describe('numbers in strings', () => {
  const strings = { size_one: '{{count}} contrat', size_other: '{{count}} contrats' };

  test('a number uses the language’s decimal mark', () => {
    expect(createTranslate(strings, 'fr')('size', { count: 0.7 })).toBe('0,7 contrat');
    expect(createTranslate(strings, 'en')('size', { count: 0.7 })).toBe('0.7 contrats');
    expect(createTranslate(strings, 'pt')('size', { count: 1.5 })).toBe('1,5 contrats');
  });

  test('digits are grouped from five digits on, so years stay ungrouped', () => {
    expect(createTranslate(strings, 'en')('size', { count: 2026 })).toBe('2026 contrats');
    expect(createTranslate(strings, 'en')('size', { count: 12_345 })).toBe('12,345 contrats');
  });
});
