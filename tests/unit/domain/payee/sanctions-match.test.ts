import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameSimilarity, sanctionsReviewScore, wordSimilarity } from '../../../../src/domain/payee/sanctions-match.ts';
import { parseCsv } from '../../../../src/lib/csv.ts';

describe('similarity of names', () => {
  test('words are compared as Jaro and Winkler did', () => {
    expect(wordSimilarity('martha', 'marhta')).toBeCloseTo(0.9611, 4);
    expect(wordSimilarity('dwayne', 'duane')).toBeCloseTo(0.84, 4);
    expect(wordSimilarity('dixon', 'dicksonx')).toBeCloseTo(0.8133, 4);
    expect(wordSimilarity('abc', 'xyz')).toBe(0);
  });

  test.each([
    ['the same name', 'Viktor Halvorsen Drach'],
    ['another order', 'DRACH, Viktor Halvorsen'],
    ['accents', 'Víktor Hàlvorsen Drách'],
    ['another spelling', 'Victor Halvorson Drach'],
    ['an omitted middle name', 'Viktor Drach'],
  ])('%s needs a decision', (_, name) => {
    expect(nameSimilarity(name, 'Viktor Halvorsen Drach')).toBeGreaterThanOrEqual(sanctionsReviewScore);
  });

  test.each(['Ada Ferreira', 'Tessa Marques', 'Viktor', 'Drach', 'Viktor Lindqvist', 'John Smith'])(
    '%s doesn’t',
    (name) => {
      expect(nameSimilarity(name, 'Viktor Halvorsen Drach')).toBeLessThan(sanctionsReviewScore);
    },
  );

  test('scores lie between 0 and 1, and a name is entirely like itself', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const score = nameSimilarity(left, right);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }),
    );
    expect(nameSimilarity('Almira Osorio', 'Almira Osorio')).toBe(1);
  });
});

describe('reading CSV', () => {
  test('quotes, commas, line ends and empty lines are read', () => {
    expect(parseCsv('id,name\r\n1,"Ober, ""S"""\n\n2,\r\n3,x,')).toEqual([
      ['id', 'name'],
      ['1', 'Ober, "S"'],
      ['2', ''],
      ['3', 'x', ''],
    ]);
    expect(parseCsv('')).toEqual([]);
    expect(() => parseCsv('a"b,c')).toThrow('row 1');
  });
});
