import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileInstruments, instrumentsSchema, readInstruments } from '../../src/content/instruments.ts';

const es = {
  ...{ code: 'ES', name: 'E-mini S&P 500', exchange: 'CME', months: 'HMUZ', tick: '0.25', tickValue: '12.50' },
  ...{ session: 'equity-index', feeCents: 204 },
};

function messagesOf(...instruments: readonly object[]): readonly string[] {
  return instrumentsSchema.safeParse({ instruments }).error?.issues.map(({ message }) => message) ?? [];
}

describe('the list of instruments', () => {
  test.each(Object.entries(compileInstruments(readInstruments())))('%s follows from it', (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('refuses a contract that is listed twice, or a part of one that is missing', () => {
    expect(messagesOf(es)).toEqual([]);
    expect(messagesOf(es, es)).toEqual(['ES is listed twice']);
    expect(messagesOf({ ...es, code: 'MES', microOf: 'SP', ratio: 10 })).toEqual(['there is no SP to be a part of']);
  });

  test('refuses a tick value that is finer than a hundredth of a cent', () => {
    expect(messagesOf({ ...es, tickValue: '7.8125' })).toEqual([]);
    expect(messagesOf({ ...es, tickValue: '7.81255' })).toHaveLength(1);
  });
});
