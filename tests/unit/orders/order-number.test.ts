import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeOrderNumber, parseOrderNumber } from '#shared/orders/number.ts';

const characters = '23456789BCDFGHJKMNPQRSTVWXYZE';
const indices = fc.array(fc.nat(28), { minLength: 7, maxLength: 7 });

function numberOf(picks: readonly number[]): string {
  let next = 0;
  return makeOrderNumber(() => picks[next++] ?? 0);
}

describe('order numbers', () => {
  test('a number is eight unambiguous characters in two groups', () => {
    // 2·0 + 3·1 + 4·2 + 5·3 + 6·4 + 7·5 + 8·6 = 133, and 133 + 9·11 = 8·29: the check character is number 11, F.
    const number = numberOf([0, 1, 2, 3, 4, 5, 6]);
    expect(number).toBe('2345-678F');
    expect(parseOrderNumber(number)).toBe(number);
  });

  test('a number is recognized in any spelling', () => {
    const number = numberOf([8, 9, 10, 11, 12, 13, 14]);
    for (const typed of [number.toLowerCase(), number.replace('-', ''), ` ${number.replace('-', ' – ')} `]) {
      expect(parseOrderNumber(typed)).toBe(number);
    }
    expect(parseOrderNumber('')).toBeUndefined();
    expect(parseOrderNumber('I2026-000042')).toBeUndefined();
  });

  test('one wrong character is always detected', () => {
    fc.assert(
      fc.property(indices, fc.nat(7), fc.integer({ min: 1, max: 28 }), (picks, position, shift) => {
        const right = [...numberOf(picks).replace('-', '')];
        const wrong = characters[(characters.indexOf(right[position] ?? '') + shift) % 29] ?? '';
        expect(parseOrderNumber(right.with(position, wrong).join(''))).toBeUndefined();
      }),
    );
  });

  test('two swapped characters are always detected', () => {
    fc.assert(
      fc.property(indices, fc.nat(7), fc.nat(7), (picks, one, other) => {
        const right = [...numberOf(picks).replace('-', '')];
        const [a = '', b = ''] = [right[one], right[other]];
        fc.pre(a !== b);
        expect(parseOrderNumber(right.with(one, b).with(other, a).join(''))).toBeUndefined();
      }),
    );
  });
});
