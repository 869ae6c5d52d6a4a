import { expect, it } from 'vitest';
import { linesOf, widthOf } from '../../../src/lib/chart/wrap-text.ts';

it('keeps a text that fits on one line', () => {
  expect(linesOf('floor: never moves', 200)).toEqual(['floor: never moves']);
});

it('breaks between words and never within one', () => {
  const lines = linesOf('floor: moves only at the close, never down', 156);
  expect(lines).toEqual(['floor: moves only at the', 'close, never down']);
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(156);
  expect(linesOf('Handelstagsuntergrenze', 40)).toEqual(['Handelstagsuntergrenze']);
});
