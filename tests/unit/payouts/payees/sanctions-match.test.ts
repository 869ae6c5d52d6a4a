import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '#lib/csv.ts';
import {
  indexNames,
  sanctionsReviewScore,
  scoreNames,
  wordSimilarity,
} from '#shared/payouts/payees/sanctions-match.ts';

/** Of two names alone; 0 below the least score. */
const nameSimilarity = (left: string, right: string) =>
  scoreNames(left, indexNames([right]), Number.MIN_VALUE)[0]?.score ?? 0;

describe('similarity of names', () => {
  test('words are compared by Jaro-Winkler similarity', () => {
    expect(wordSimilarity('martha', 'marhta')).toBeCloseTo(0.9611, 4);
    expect(wordSimilarity('dwayne', 'duane')).toBeCloseTo(0.84, 4);
    expect(wordSimilarity('dixon', 'dicksonx')).toBeCloseTo(0.8133, 4);
    expect(wordSimilarity('abc', 'xyz')).toBe(0);
    expect(wordSimilarity('', 'xyz')).toBe(0);
    expect(wordSimilarity('', '')).toBe(1);
    // The one common letter is three positions apart, two more than words of four letters allow.
    expect(wordSimilarity('xyza', 'abcd')).toBe(0);
    // Six of eight letters agree, which is 5/6; only the first four count as a common prefix: 5/6 + 4/10 · 1/6.
    expect(wordSimilarity('abcdefgh', 'abcdefxy')).toBeCloseTo(0.9, 6);
  });

  test('each word is paired once, long words first, and each unpaired word costs a fiftieth', () => {
    expect(nameSimilarity('Viktor Halvorsen Drach', 'Viktor Drach')).toBeCloseTo(0.98, 6);
    expect(nameSimilarity('Viktor Drach', 'Viktor Halvorsen Drach')).toBeCloseTo(0.98, 6);
    // Anabel pairs with itself (6 letters), which leaves nothing for Ana (3).
    expect(nameSimilarity('Ana Anabel', 'Anabel Xx')).toBeCloseTo(6 / 9, 6);
    expect(nameSimilarity('Cher', 'Cher')).toBe(1);
    expect(nameSimilarity('Cher', 'Cher Bono')).toBeCloseTo(0.8, 6);
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
    '%s needs no decision',
    (name) => {
      expect(nameSimilarity(name, 'Viktor Halvorsen Drach')).toBeLessThan(sanctionsReviewScore);
    },
  );

  test('scores are between 0 and 1, and identical names score 1', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const score = nameSimilarity(left, right);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }),
    );
    expect(nameSimilarity('Almira Osorio', 'Almira Osorio')).toBe(1);
  });

  test('a name scores the same in a list as on its own', () => {
    const word = fc.stringMatching(/^[a-d]{1,6}$/);
    const name = fc.array(word, { maxLength: 4 }).map((tokens) => tokens.join(' '));
    fc.assert(
      fc.property(
        name,
        fc.array(name, { maxLength: 8 }),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        (searched, names, minScore) => {
          const expected = names
            .map((other, at) => ({ at, score: nameSimilarity(searched, other) }))
            .filter(({ score }) => score >= minScore);
          expect(scoreNames(searched, indexNames(names), minScore)).toEqual(expected);
        },
      ),
    );
  });
});

describe('reading CSV', () => {
  test('quotes, commas, line endings and empty lines are read', () => {
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
