import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileInstruments, instrumentsSchema, readInstruments } from '#content/instruments.ts';

const es = {
  ...{ code: 'ES', name: 'E-mini S&P 500', exchange: 'CME', months: 'HMUZ', tick: '0.25', tickValue: '12.50' },
  ...{ session: 'equity-index', feeCents: 204, expiry: 'third-friday', listedMonths: 15 },
};

function messagesOf(...instruments: readonly object[]): readonly string[] {
  return instrumentsSchema.safeParse({ instruments }).error?.issues.map(({ message }) => message) ?? [];
}

describe('instrument list', () => {
  test.each(Object.entries(compileInstruments(readInstruments())))('%s matches the instrument list', (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('a contract listed twice or with a missing field is rejected', () => {
    expect(messagesOf(es)).toEqual([]);
    expect(messagesOf(es, es)).toEqual(['ES is listed twice']);
    expect(messagesOf({ ...es, code: 'MES', microOf: 'SP', ratio: 10 })).toEqual(['there is no SP to be a part of']);
  });

  test('a tick value finer than a hundredth of a cent is rejected', () => {
    expect(messagesOf({ ...es, tickValue: '7.8125' })).toEqual([]);
    expect(messagesOf({ ...es, tickValue: '7.81255' })).toHaveLength(1);
  });
});
