import { describe, expect, test } from 'vitest';
import { readWhole } from '#lib/read-whole.ts';

describe('a whole number as typed', () => {
  test.each([
    ['1', 1],
    ['999', 999],
    [' 20 ', 20],
    ['007', 7],
  ])('%j is accepted', (text, value) => {
    expect(readWhole(text, 999)).toBe(value);
  });

  test.each(['', ' ', '0', '1000', '-1', '+1', '1.5', '1,5', '1e2', '0x1f', '2 0', 'ten', '1'.repeat(400)])(
    '%j is not a whole number from 1 to 999',
    (text) => {
      expect(readWhole(text, 999)).toBeNull();
    },
  );
});
