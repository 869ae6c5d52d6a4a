import { expect, it } from 'vitest';
import { textWidth, wrapText } from '#lib/chart/wrap-text.ts';

it('a text that fits stays on one line', () => {
  expect(wrapText('floor: never moves', 200)).toEqual(['floor: never moves']);
});

it('a long text breaks between words and never within one', () => {
  const lines = wrapText('floor: moves only at the close, never down', 156);
  expect(lines).toEqual(['floor: moves only at the', 'close, never down']);
  expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(156);
  expect(wrapText('Handelstagsuntergrenze', 40)).toEqual(['Handelstagsuntergrenze']);
});
